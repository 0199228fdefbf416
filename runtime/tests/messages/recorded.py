# SPDX-License-Identifier: Apache-2.0
"""Runs a program of recorded.h under the library, in a recording that is gone afterwards."""
import os, shutil, subprocess, sys, tempfile

UNKNOWN = "several requests in a loop, not told apart"


def run(*arguments):
    """By the library and the program that the command line names. Its status, and its lines' tab-separated fields."""
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-messages-")
    try:
        os.mkdir(home + "/rec")
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                           WHODUNIT_MESSAGES="on")
        ended = subprocess.run([program, *arguments], cwd=home, env=environment, text=True, stdout=subprocess.PIPE,
                               timeout=60)
        print(ended.stdout)
        return ended.returncode, [line.split("\t") for line in ended.stdout.splitlines()]
    finally:
        shutil.rmtree(home, ignore_errors=True)
