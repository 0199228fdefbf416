#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop between socketpairs sends for several clients at once is nobody's, and no reason not to know whose
that is which it sends later.

usage: combined.py libwhodunit.so combined
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
assert said == [("alone", "a"), ("combined", UNKNOWN), ("again", "b"), ("again", "c"), ("twins", UNKNOWN),
                ("twins", UNKNOWN)], said
print("PASS")
