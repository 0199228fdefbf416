#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""However many requests a loop has open, what it sends is the one's that asks for the same, or for the same end.

usage: crowd.py libwhodunit.so crowd
"""
from recorded import UNKNOWN, run

for prefix in ["", "/v1", "chance"]:
    status, lines = run(prefix)
    assert status == 0, status
    assert len(lines) == 130, len(lines)
    for i, (asked, said) in enumerate(lines[1:]):  # who has only received once is no loop yet
        assert asked in said or (prefix == "chance" and UNKNOWN in said), (prefix, i, asked, said)
print("PASS")
