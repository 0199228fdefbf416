#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A loop passes on messages that it has received in other pieces than they were sent: each is still its sender's.

usage: pieces.py libwhodunit.so pieces
"""
import re

from recorded import UNKNOWN, run

CONTEXT = re.compile(r"[0-9a-f]{16}-[0-9a-f]{8}")


def without_path(text):
    found = CONTEXT.match(text)
    return found.group() if found else text


status, lines = run()
assert status == 0, status
said = {scene: list(map(without_path, contexts)) for scene, *contexts in lines}
for scene in "cut", "begun":
    received, _, second, _ = said[scene]
    assert CONTEXT.fullmatch(received) and second == received, scene
for scene in "cut", "begun", "behind":
    assert CONTEXT.fullmatch(said[scene][3]), scene + ": unknown where it arrives"
assert said["cut"][1] != said["cut"][2], "the first one's is another type"
assert said["in place"][3] == UNKNOWN, "rather than the first one's"
_, first, second, _ = said["behind"]
assert CONTEXT.fullmatch(first) and second == first, "behind"
print("PASS")
