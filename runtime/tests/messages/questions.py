#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A forwarder of DNS asks and answers for whom it was asked; what two types have asked is not known, and why not.

usage: questions.py libwhodunit.so questions
"""
from recorded import UNKNOWN, run

BOTH = [("answer", "a"), ("answer", "b")]

for how in ((), ("by-number",)):
    status, lines = run(*how)
    assert status == 0, status
    said = [(step, work.split(" > ")[0]) for step, work in lines]
    assert said == ([BOTH[0], ("apart", "b"), ("apart", "a")] + BOTH + [BOTH[0], ("again", "b"), BOTH[1]] +
                    [("otherwise", "b"), ("otherwise", "a")] + BOTH + [("same", UNKNOWN)] + BOTH +
                    [("late", UNKNOWN)]), said
print("PASS")
