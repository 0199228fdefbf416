#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each of C11's locks that c11_waits.c contends has its wait, on the right kind of lock, with the right holder.

usage: c11_waits.py libwhodunit.so c11_waits
"""
import sys

import contended

contended.check(*sys.argv[1:3], {
    "plain": ("MUTEX", "of_plain"), "timed": ("MUTEX", "of_timed"), "recursive": ("MUTEX", "of_recursive"),
    "signal": ("CONDITION", "of_condition"), "broadcast": ("CONDITION", "of_condition"),
})
