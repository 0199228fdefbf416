#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop sends after an answer does not go on with what it sent before, also where it lies right behind that.

usage: advancing.py libwhodunit.so advancing
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0 and len(lines) == 3, (status, lines)
assert [said.split()[0] for (said,) in lines[:2]] == ["a", "a"] and UNKNOWN in lines[2][0], lines
print("PASS")
