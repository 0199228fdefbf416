#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What children that are not recorded only pass on has a name that is known: the client's.

usage: relayed.py libwhodunit.so relayed
"""
from recorded import run

status, lines = run()
assert status == 0 and len(lines) == 12, (status, lines)
client = lines[0][1].split("-")[0]
for i in range(0, len(lines), 3):
    steps = [step for step, _ in lines[i:i + 3]]
    assert steps == ["client", "server", "answer"], steps
    assert lines[i + 1][1].startswith(client + "-"), lines[i:i + 3]
    assert lines[i + 2][1].split(" > ")[0] == "ab"[i // 3 % 2], lines[i:i + 3]
print("PASS")
