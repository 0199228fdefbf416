#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a thread was in the middle of as its process forked does not keep the child from telling requests apart.

usage: forked.py libwhodunit.so forked
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0 and len(lines) == 2 * 200, (status, len(lines))
assert all((UNKNOWN if which == "two" else "GET /c") in said for which, said in lines), lines
print("PASS")
