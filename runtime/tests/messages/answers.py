#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An answer is no request, also where its context is another client's, or the request was sent before a fork.

usage: answers.py libwhodunit.so answers
"""
import os, re, shutil, subprocess, sys, tempfile

ANOTHERS = re.compile(r"[0-9a-f]{16}-[0-9a-f]{8}")
UNKNOWN = "several requests in a loop, not told apart"


def main():
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-answers-")
    try:
        os.mkdir(home + "/rec")
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                           WHODUNIT_MESSAGES="on")
        out = subprocess.run([program], cwd=home, env=environment, text=True, stdout=subprocess.PIPE, timeout=60,
                             check=True).stdout
        print(out)
        said = dict(line.split("\t") for line in out.splitlines())
        assert all(said[own].startswith("a") for own in ("first", "own")), "an answer to one's own request"
        assert said["another's"] == UNKNOWN, "an answer of which only the type is known"
        assert all(said[here].startswith("b") for here in ("main", "grandchild", "recorded")), "an ancestor's request"
        assert said["server 2"] == said["server 1"], "a child that is not recorded sends as its parent"
        assert all(ANOTHERS.fullmatch(said["server %d" % i]) for i in (1, 2, 3)), "the type is known to the server"
        assert all(said["again %d" % i].startswith("c%d" % i) for i in (1, 2, 3)), "an address used again"
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
