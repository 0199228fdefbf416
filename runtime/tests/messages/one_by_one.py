#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that waits as a loop does, and serves one request at a time, asks for that one, whatever else is open in its
process. Until that is known, and once it is not so any more, what is not known is unknown, and nothing is wrong.

usage: one_by_one.py libwhodunit.so one_by_one
"""
from recorded import UNKNOWN, run

QUESTIONS, FIRST = 6, 8 * 6 # of the two requests of a round; of the rounds that may be not told apart


def check(lines):
    for number, (letter, said) in enumerate(lines):
        assert said.split()[0] == letter or UNKNOWN in said, (number, letter, said)


status, lines = run()
assert status == 0 and len(lines) == 16 * QUESTIONS, (status, len(lines))
check(lines)
unknown = [number for number, (_, said) in enumerate(lines) if UNKNOWN in said]
assert not unknown or unknown[-1] < FIRST, unknown

status, lines = run("becomes-a-loop")
assert status == 0 and len(lines) == 16 * QUESTIONS + 3, (status, len(lines))
check(lines)
print("PASS")
