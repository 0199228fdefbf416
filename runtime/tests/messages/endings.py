#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop does at the end of a connection is its last request's, and what it does when it has closed it is not; nor
what it did at the end of one that it does not close then.

usage: endings.py libwhodunit.so endings
"""
import os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording


def run(library, program):
    """The program's lines, and the labels of the samples of each work, in turn."""
    home = tempfile.mkdtemp(prefix="whodunit-endings-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_INTERVAL="4ms", WHODUNIT_MESSAGES="on", WHODUNIT_ROTATE="3600s")
        said = subprocess.run([program, "50"], env=environment, stdout=subprocess.PIPE, text=True, timeout=60,
                              check=True).stdout
        print(said)
        lines = [line.split("\t") for line in said.splitlines()]
        recording = Recording(home)
        labels = [[recording.type_of(context) for (_, time), context in recording.labels.items()
                   if int(line[1]) < time < int(line[2])] for line in lines if line[0] == "worked"]
        return [line for line in lines if line[0] != "worked"], labels
    finally:
        shutil.rmtree(home, ignore_errors=True)


lines, labels = run(*map(os.path.abspath, sys.argv[1:3]))
print(labels)
assert [when for when, _ in lines] == ["at the end", "closed"] * 2 + ["at the end"], lines
for (_, ending), (_, closed), request in zip(lines[::2], lines[1::2], ("GET /b", "GET /a")):
    assert request in ending, (request, ending)
    assert "GET" not in closed, (request, closed)
assert "GET /c" in lines[-1][1], lines
for found, request in zip(labels, ("GET /b", "GET /a")):
    assert len(found) > 3 and set(found) == {request}, (request, found)
assert len(labels[2]) > 3 and not any(label and "GET" in label for label in labels[2]), labels[2]
print("PASS")
