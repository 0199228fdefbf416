#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What comes of a request behind its answer is that request's, and no other one, whatever it looks like. Where several
came at once, what comes next is known when all are answered, as the answers' heads and lengths say. What passes
through a tunnel is its request's.

usage: early.py libwhodunit.so early
"""
from recorded import UNKNOWN, run

failed = []
for how in ("one", "loop"):
    status, lines = run(how)
    assert status == 0 and len(lines) > 40, (how, status, len(lines))
    failed += [(how, number, *line) for number, line in enumerate(lines)
               if (UNKNOWN if line[0] == "unknown" else line[0]) not in line[1]]
assert not failed, "\n".join(map(str, failed))
print("PASS")
