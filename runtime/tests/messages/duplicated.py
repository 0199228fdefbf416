#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who has received a request works for it until the last descriptor of its channel is closed. A request by a copy of
a descriptor that was connected is its sender's, each time.

usage: duplicated.py libwhodunit.so duplicated
"""
from recorded import run

STEPS = ["duplicated", "in the child", "one is open", "none is open", "one is open", "none is open", "one is open",
         "none is open"]

HOW = ["first", "by a copy", "by a copy", "first", "by rights", "by rights", "at once", "at once", "at once"]

status, lines = run()
served, asked, answered = lines[:len(STEPS)], lines[len(STEPS)::2], lines[len(STEPS) + 1::2]
assert status == 0 and [step for step, _ in served] == STEPS, (status, lines)
assert [step for step, _ in answered] == HOW, lines
assert [work.split(" > ")[0] for _, work in answered] == [work for _, work in asked], lines
assert all(len({work for _, work in asked[i:i + 3]}) == 3 for i in (0, 3, 6)), lines
for step, said in served:
    assert (said == "between messages") == (step == "none is open") and said != "nobody", (step, said)
print("PASS")
