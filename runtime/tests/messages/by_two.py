#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The body of a request that is sent by another function than its head is no request of its own, which nothing could
resemble: what a loop asks while it has another client's as well is nobody's.

usage: by_two.py libwhodunit.so by_two
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
assert lines == [["question", UNKNOWN]], lines
print("PASS")
