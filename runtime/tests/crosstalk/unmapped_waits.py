#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waits below code that is not mapped any more are recorded, and nobody is broken by that.

usage: unmapped_waits.py libwhodunit.so unmapped_waits
"""
import sys

import contended

contended.check(*sys.argv[1:3], {"unmapped": ("MUTEX", "of_unmapped")})
