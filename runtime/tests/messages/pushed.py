#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop sends to one client while it has another one's request is not that one's, if nobody has seen the request
that it answers.

usage: pushed.py libwhodunit.so pushed
"""
import re

from recorded import UNKNOWN, run

status, lines = run()
said = dict(lines)
assert status == 0 and set(said) == {"the loop", "who waited"}, (status, lines)
assert re.fullmatch("[0-9a-f]{16}-[0-9a-f]{8}", said["the loop"]), lines
assert UNKNOWN in said["who waited"], lines
print("PASS")
