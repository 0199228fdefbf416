#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread of a loop that has received requests before it has waited for the first time passes on each as its own.

usage: handed.py libwhodunit.so handed
"""
from recorded import run

for how in ("at-once", "one-by-one", "waits"):
    status, lines = run(how)
    assert status == 0, status
    assert [said.split()[0] for (said,) in lines] == ["a", "b"], (how, lines)
print("PASS")
