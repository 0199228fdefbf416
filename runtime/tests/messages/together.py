#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop sends for several clients at once is nobody's; what it sends for one is that one's.

usage: together.py libwhodunit.so together
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
assert said == [("alone", "a"), ("alone", "b"), ("pieces", UNKNOWN), ("copied", UNKNOWN), ("heads", UNKNOWN),
                ("after", "a"), ("after", "b")], said
print("PASS")
