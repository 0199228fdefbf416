#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An answer is no request, also where its context is another client's, or the request was sent before a fork.

usage: answers.py libwhodunit.so answers
"""
import re

from recorded import UNKNOWN, run

ANOTHERS = re.compile(r"[0-9a-f]{16}-[0-9a-f]{8}")

status, lines = run()
assert status == 0, status
said = dict(lines)
assert all(said[own].startswith("a") for own in ("first", "own")), "an answer to one's own request"
assert said["another's"] == UNKNOWN, "an answer of which only the type is known"
assert said["stranger's"] == UNKNOWN, "the first answer, of which only the type is known"
assert all(said[here].startswith("b") for here in ("main", "grandchild", "recorded")), "an ancestor's request"
assert said["server 2"] == said["server 1"], "a child that is not recorded sends as its parent"
assert all(ANOTHERS.fullmatch(said["server %d" % i]) for i in (1, 2, 3)), "the type is known to the server"
assert all(said["again %d" % i].startswith("c%d" % i) for i in (1, 2, 3)), "an address used again"
print("PASS")
