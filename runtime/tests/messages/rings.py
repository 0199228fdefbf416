#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What io_uring sends or receives, and what passes beside it from then on, is unknown: never another one's.

usage: rings.py libwhodunit.so rings
"""
import os, shutil, subprocess, sys, tempfile

REASON = "bytes passed unseen"
SKIPPED = 77


def main(how):
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-rings-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_MESSAGES="on")
        ended = subprocess.run([program, how], env=environment, text=True, stdout=subprocess.PIPE, timeout=60)
        if ended.returncode == SKIPPED:
            print("io_uring is not to be had here")
            sys.exit(SKIPPED)
        print(ended.stdout)
        assert ended.returncode == 0, ended.returncode
        said = dict(line.split("\t") for line in ended.stdout.splitlines())
        assert all(said[way + " first"] not in ("", REASON) for way in ("sent", "received")), "before"
        assert said["sent second"] == REASON, "what io_uring has sent"
        assert said["sent third"] == REASON, "what was sent after it"
        assert said["received third"] == REASON, "what was received after io_uring has received"
    finally:
        shutil.rmtree(home, ignore_errors=True)


for how in ("submit", "register"):
    main(how)
print("PASS")
