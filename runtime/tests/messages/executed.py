#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that is executed for a request works for that one; for nobody where it serves others or left its starter.

usage: executed.py libwhodunit.so executed
"""
import os

from recorded import run

os.environ["WHODUNIT_REQUEST"] = "-" * 51
status, lines = run("start")
assert status == 0, status
wrong = [line for line in lines if line[2] != line[1] and line[2] != "from " + line[1]]
assert not wrong, wrong
ways = [line[0] for line in lines]
assert len(ways) == 38 and len(set(ways)) == 19, ways
assert len({line[1] for line in lines if line[0] == "fork"}) == 2, "two requests"
print("PASS")
