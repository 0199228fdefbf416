#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Locks have the names that a Rust programmer gave them, also in a program without C++'s library.

usage: rust_names.py libwhodunit.so rust_names
"""
import sys

import contended

contended.check(*sys.argv[1:3], {"legacy": ("MUTEX", "demo::TABLE"), "v0": ("MUTEX", "demo::QUEUE")})
