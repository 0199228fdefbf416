#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A process that sends and forks where its callers' frames are not on the stack goes on as it does alone.

usage: sliced.py libwhodunit.so sliced
"""
from recorded import run

status, lines = run()
assert (status, lines) == (0, [["came back"]]), (status, lines)
print("PASS")
