#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop does at the end of a connection is its last request's, and what it does when it has closed it is not.

usage: endings.py libwhodunit.so endings
"""
from recorded import run

status, lines = run()
assert status == 0, status
assert [when for when, _ in lines] == ["at the end", "closed"] * 2, lines
for (_, ending), (_, closed), request in zip(lines[::2], lines[1::2], ("GET /b", "GET /a")):
    assert request in ending, (request, ending)
    assert "GET" not in closed, (request, closed)
print("PASS")
