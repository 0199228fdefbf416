#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that waits for descriptors works for its request no longer, by whatever function; one that only pauses,
looks, or waits on connections that it made does.

usage: waits.py libwhodunit.so waits
"""
from recorded import run

status, lines = run()
assert status == 0 and len(lines) == 12, (status, lines)
for number, (how, said) in enumerate(lines):
    assert ("between messages" in said) if how == "waits" else ("GET /a" in said), (number, how, said)
print("PASS")
