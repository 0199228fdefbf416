#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a thread of a pool sends for a request that another thread has received is that request's, by its method and
target, until the thread waits for its next task. What it sends for itself is nobody's, and what the program has named
is that.

usage: pool.py libwhodunit.so pool
"""
import collections
from recorded import run

NAMES = {"0": "GET /a", "1": "GET /b", "2": "task", "3": "GET /own"}
status, lines = run()
assert status == 0, status
found = collections.Counter()
for (line,) in lines:
    when, task, said = line.split(" ", 2) if line.count(" ") > 1 else (*line.split(" "), "")
    named = [name for name in NAMES.values() if name in said]
    assert named == ([NAMES[task]] if when != "takes" and task != "3" else []), line
    found[when] += 1
assert found == {"takes": 12, "sent": 48, "answered": 48}, found
print("PASS")
