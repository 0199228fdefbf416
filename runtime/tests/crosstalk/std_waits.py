#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each of C++'s locks that std_waits.cc contends has its wait, on the right kind of lock, with the right holder.

usage: std_waits.py libwhodunit.so std_waits
"""
import sys

import contended

EXPECTED = {
    "mutex": ("MUTEX", "std_mutex"), "recursive": ("MUTEX", "std_recursive"), "timed for": ("MUTEX", "std_timed"),
    "timed until": ("MUTEX", "std_timed"), "recursive timed": ("MUTEX", "std_recursive_timed"),
    "shared": ("RWLOCK", "std_shared"), "shared timed for": ("RWLOCK", "std_shared_timed"),
    "shared timed until": ("RWLOCK", "std_shared_timed"), "reader": ("RWLOCK", "std_shared"),
    "reader timed for": ("RWLOCK", "std_shared_timed"), "writer": ("RWLOCK", "std_shared"),
    "condition": ("CONDITION", "std_condition"), "condition for": ("CONDITION", "std_condition"),
    "condition until": ("CONDITION", "std_condition"), "any": ("CONDITION", "std_any"),
}

contended.check(*sys.argv[1:3], EXPECTED)
