#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is sent on a connection is known where it arrives, whatever had its number before, and however that was closed.

usage: reused.py libwhodunit.so reused
"""
from recorded import run

status, lines = run()
assert status == 0 and [step for step, work in lines] == ["server", "file"] * 4, (status, lines)
assert all(work == lines[0][1] != "nobody" for step, work in lines[::2]), lines
assert all(work == "between messages" for step, work in lines[1::2]), lines
print("PASS")
