#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop sends for several clients at once is nobody's; what it sends for one is that one's, also where its body
looks like another one's request.

usage: together.py libwhodunit.so together
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
assert said == [("alone", "a"), ("alone", "b"), ("pieces", UNKNOWN), ("copied", UNKNOWN), ("heads", UNKNOWN),
                ("renamed", UNKNOWN), ("length", "a"), ("length", "b"), ("chunks", "a"), ("chunks", "b"),
                ("after", "a"), ("after", "b")], said
print("PASS")
