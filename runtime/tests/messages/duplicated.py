#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who has received a request works for it until the last descriptor of its channel is closed.

usage: duplicated.py libwhodunit.so duplicated
"""
from recorded import run

STEPS = ["duplicated", "in the child", "one is open", "none is open", "one is open", "none is open", "one is open",
         "none is open"]

status, lines = run()
assert status == 0 and [step for step, _ in lines] == STEPS, (status, lines)
for step, said in lines:
    assert (said == "between messages") == (step == "none is open") and said != "nobody", (step, said)
print("PASS")
