#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each of the locks of futexes that futex_waits.cc contends has its wait, with the right holder; with none where it
cannot be told.

usage: futex_waits.py libwhodunit.so futex_waits
"""
import sys

import contended

EXPECTED = {name: ("FUTEX", lock) for name, lock in {
    "atomic": "std_atomic", "latch": "std_latch", "barrier": "", "semaphore": "std_semaphore",
    "semaphore for": "std_semaphore", "glib mutex": "glib_mutex", "glib condition": "glib_condition",
    "glib condition until": "glib_condition", "moved": "moved_from",
    "after a cancelled": "left_by_cancelled",
}.items()}

contended.check(*sys.argv[1:3], EXPECTED, unseen={"some bits": "FUTEX", "behind": "FUTEX"})
