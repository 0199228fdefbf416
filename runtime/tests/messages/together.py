#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop sends for several clients at once is nobody's; what it sends for one is that one's, also where its body
looks like another one's request; and so is its own work then.

usage: together.py libwhodunit.so together
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
own = [(scene.split()[1], work == UNKNOWN) for scene, work in said if scene.startswith("loop ")]
said = said[:len(said) - len(own)]
assert said == [("alone", "a"), ("alone", "b"), ("pieces", UNKNOWN), ("copied", UNKNOWN), ("heads", UNKNOWN),
                ("renamed", UNKNOWN), ("length", "a"), ("length", "b"), ("chunks", "a"), ("chunks", "b"),
                ("icap", "a"), ("icap", "a"), ("icap", "b"), ("after", "a"), ("after", "b")], said
of_several = ("pieces", "copied", "heads", "renamed")
assert len(own) == 11 and all(is_unknown == (scene in of_several) for scene, is_unknown in own), own
print("PASS")
