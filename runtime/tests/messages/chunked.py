#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop passes on of a body is its request's to its end, also where it looks like another one's request, or the
answer has come before.

usage: chunked.py libwhodunit.so chunked
"""
import collections

from recorded import UNKNOWN, run

status, lines = run()
assert status == 0 and len(lines) == 2 * (1 + 30 * 15), (status, len(lines))
routes = collections.defaultdict(collections.Counter)
for route, context in lines:
    routes[context if context == UNKNOWN else context.split(" > ")[0]][route] += 1
for context, of in routes.items():
    assert context != UNKNOWN and len(of) == 1, routes
    assert context.split()[0] not in ("GET", "POST") or context in of, routes
print("PASS")
