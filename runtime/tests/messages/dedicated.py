#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that polls for one accepted connection and otherwise for its own sends for that one, whatever it sends; not
one that has had two at once.

usage: dedicated.py libwhodunit.so dedicated
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
assert said[:7] == [("own", "a"), ("own", "b")] * 3 + [("shared", UNKNOWN)], said
assert [scene for scene, _ in said[7:]] == ["handed", "received"], said
assert all(work in ("b", UNKNOWN) for _, work in said[7:]), said
print("PASS")
