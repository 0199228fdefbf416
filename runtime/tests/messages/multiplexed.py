#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop passes on for nobody has its own name where it arrives, however many requests a client has open.

usage: multiplexed.py libwhodunit.so multiplexed
"""
from recorded import run

status, lines = run()
assert status == 0, status
assert len(lines) == 40 and all(line.endswith(" > GET /page") for (line,) in lines), lines
print("PASS")
