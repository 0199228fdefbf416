#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two types ask for the same: a request line that both have does not say whose a send is.

usage: alike.py libwhodunit.so alike
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
assert len(lines) == 6, lines
for (said,) in lines[2:]:  # who has only received once is no loop yet
    assert UNKNOWN in said, said
print("PASS")
