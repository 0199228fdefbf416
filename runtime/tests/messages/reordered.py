#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A loop's request is the one's that asks for the same, however many headers it has in common with another one.

usage: reordered.py libwhodunit.so reordered
"""
from recorded import UNKNOWN, run

for kind in ["absolute", "prefixed"]:
    status, lines = run(kind)
    assert status == 0, status
    said = [line for (line,) in lines]
    assert len(said) == 60, said
    for i, line in enumerate(said):
        assert ("the second" if i % 2 else "the first") in line or UNKNOWN in line, (kind, i, line)
    known = sum(UNKNOWN not in line for line in said[2:])  # who has only received once is no loop yet
    assert kind == "prefixed" or known == len(said) - 2, (kind, known)
print("PASS")
