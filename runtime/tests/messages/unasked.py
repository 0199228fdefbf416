#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Of a loop that has asked nobody, requests without a name are not kept; since it asks they are, and none is another's.

usage: unasked.py libwhodunit.so unasked
"""
from recorded import UNKNOWN, run

status, lines = run()
assert status == 0, status
assert len(lines) == 6, lines
unnamed, named = [[said for (said,) in lines[i::2]] for i in range(2)]
for said, other in ((unnamed, named), (named, unnamed)):
    assert UNKNOWN not in said[1:] and said[1] == said[2], said
    assert said[0] in (UNKNOWN, said[1]) and said[1] not in other, (said, other)
print("PASS")
