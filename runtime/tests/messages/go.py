#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Of a program in Go it is told that its messages are not followed; of others, and without messages, it is not.

usage: go.py libwhodunit.so go
"""
import os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

library, program = map(os.path.abspath, sys.argv[1:3])


def counted(messages, *command):
    home = tempfile.mkdtemp(prefix="whodunit-go-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_MESSAGES=messages)
        subprocess.run(command, env=environment, check=True)
        health = Recording(home).health
        assert health["cpu.used_us"] > 0, health
        return health["messages.go"]
    finally:
        shutil.rmtree(home, ignore_errors=True)


assert counted("on", program) == 1
assert counted("off", program) == 0
assert counted("on", sys.executable, "-c", "for _ in range(3000000): pass") == 0
print("PASS")
