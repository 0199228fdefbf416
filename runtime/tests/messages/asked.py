#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How often the kernel is asked what a connection is.

usage: asked.py libwhodunit.so asked
"""
from recorded import run

status, lines = run()
assert status == 0, status
print("PASS")
