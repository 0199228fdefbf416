# SPDX-License-Identifier: Apache-2.0
"""Programs that contend each of their locks once: a thread of type "hold NAME" makes one of type "wait NAME" wait."""
import os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from records import Recording


def check(library, program, expected, unseen=()):
    """Each NAME has its one wait, on the right kind of lock, with the right holder; or of which nobody was seen."""
    home = tempfile.mkdtemp(prefix="whodunit-contended-")
    try:
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(library), WHODUNIT_RUN="1", WHODUNIT_DIR=home)
        subprocess.run([os.path.abspath(program)], env=environment, check=True)
        recording = Recording(home)
        for name, (kind, lock) in expected.items():
            waits = [w for w in recording.waits if recording.type_of(w["waiter"]) == "wait " + name]
            own = [w for w in waits if w["kind"] == kind and lock in recording.names[w["lock"]]]
            assert sum(w["count"] for w in own) == 1, (name, waits)
            holders = {id(w): recording.type_of(w["holder"]) for w in waits}
            assert all(w["end"] == "WOKEN" and holders[id(w)] == "hold " + name for w in own), (name, waits)
            # who gets a condition may have to wait for its mutex, too, and get that just when it is let go
            assert all(w["end"] == "UNSEEN" or holders[id(w)] == "hold " + name for w in waits), (name, waits)
        for name in unseen:
            waits = [w for w in recording.waits if recording.type_of(w["waiter"]) == "wait " + name]
            assert [(w["kind"], w["end"], w["count"]) for w in waits] == [(unseen[name], "UNSEEN", 1)], (name, waits)
        print(len(expected) + len(unseen), "forms of waiting")
    finally:
        shutil.rmtree(home, ignore_errors=True)
