#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A loop sends by whichever connection of a pool is free: for the request that was not passed on yet.

usage: pooled.py libwhodunit.so pooled
"""
from recorded import run

status, lines = run()
assert status == 0, status
for (said,), asked in zip(lines, "aaab", strict=True):
    assert said.split()[0] == asked, said
print("PASS")
