#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One request of which it is not known whose it is does not make its connection's later answers unknown; two at once
do.

usage: single.py libwhodunit.so single
"""
from recorded import UNKNOWN, run

for how in ("one", "rest", "other", "two"):
    status, lines = run(how)
    assert status == 0, (how, status)
    (asked,), (said,) = lines[-2:]
    assert asked != UNKNOWN and said.split(" > ")[0] == (UNKNOWN if how == "two" else asked.split(" > ")[0]), how
print("PASS")
