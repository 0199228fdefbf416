#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who has told a client to go on works for its request still. Of several requests that came at once the work is known
only where all of them are of one type. Messages of a protocol that was switched to are the request's that has switched.

usage: interim.py libwhodunit.so interim
"""
from recorded import UNKNOWN, run

for how in ("one", "loop"):
    status, lines = run(how)
    assert status == 0 and len(lines) == 2 * 28, (how, status, len(lines))
    for number, (step, said) in enumerate(lines):
        if step.startswith("one of") or step.endswith("and others"):
            assert UNKNOWN in said, (how, number, step, said)
        elif step != "answered":
            path = step.split(" of ")[-1].split(",")[0]
            method = "POST" if path in "afh" else "GET"
            assert f"{method} /{path}" in said, (how, number, step, said)
print("PASS")
