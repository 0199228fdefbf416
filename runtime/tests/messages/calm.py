#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop receives is kept while requests cannot be told apart, and no longer: the first one after a calm is
unknown again, and none is wrong.

usage: calm.py libwhodunit.so calm
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
for (said,), asked in zip(lines, ["", "", "a", "b"] * 2, strict=True):
    assert said.split()[0] == asked if asked else UNKNOWN in said, (said, asked)
print("PASS")
