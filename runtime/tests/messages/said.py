#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A program that says whose work it is sends for that one, whatever it sends; else the rules say it.

usage: said.py libwhodunit.so said
"""
from recorded import run

status, lines = run()
assert status == 0, status
said = [(scene, work.split(" > ")[0]) for scene, work in lines]
assert said == [("other", "b"), ("none", "a"), ("after", "a"), ("nested", "b"), ("dedicated", "b")], said
print("PASS")
