#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What io_uring sends or receives, and what passes beside it from then on, is unknown: never another one's.

usage: rings.py libwhodunit.so rings
"""
import sys

from recorded import run

REASON = "bytes passed unseen"
SKIPPED = 77

for how in (("submit",), ("register",), ("submit", "own"), ("register", "own")):
    status, lines = run(*how)
    if status == SKIPPED:
        print("io_uring is not to be had here")
        sys.exit(SKIPPED)
    assert status == 0, status
    said = dict(lines)
    assert all(said[way + " first"] not in ("", REASON) for way in ("sent", "received")), "before"
    assert said["sent second"] == REASON, "what io_uring has sent"
    assert said["sent third"] == REASON, "what was sent after it"
    assert said["received third"] == REASON, "what was received after io_uring has received"
print("PASS")
