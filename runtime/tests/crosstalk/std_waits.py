#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each of C++'s locks that std_waits.cc contends has its wait, on the right kind of lock, with the right holder.

usage: std_waits.py libwhodunit.so std_waits
"""
import os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from records import Recording

EXPECTED = {
    "mutex": ("MUTEX", "std_mutex"), "recursive": ("MUTEX", "std_recursive"), "timed for": ("MUTEX", "std_timed"),
    "timed until": ("MUTEX", "std_timed"), "recursive timed": ("MUTEX", "std_recursive_timed"),
    "shared": ("RWLOCK", "std_shared"), "shared timed for": ("RWLOCK", "std_shared_timed"),
    "shared timed until": ("RWLOCK", "std_shared_timed"), "reader": ("RWLOCK", "std_shared"),
    "reader timed for": ("RWLOCK", "std_shared_timed"), "writer": ("RWLOCK", "std_shared"),
    "condition": ("CONDITION", "std_condition"), "condition for": ("CONDITION", "std_condition"),
    "condition until": ("CONDITION", "std_condition"), "any": ("CONDITION", "std_any"),
}


def main():
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-std-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home)
        subprocess.run([program], env=environment, check=True)
        recording = Recording(home)
        for name, (kind, lock) in EXPECTED.items():
            waits = [w for w in recording.waits if recording.type_of(w["waiter"]) == "wait " + name]
            own = [w for w in waits if w["kind"] == kind and lock in recording.names[w["lock"]]]
            assert sum(w["count"] for w in own) == 1, (name, waits)
            holders = {id(w): recording.type_of(w["holder"]) for w in waits}
            assert all(w["end"] == "WOKEN" and holders[id(w)] == "hold " + name for w in own), (name, waits)
            # who gets a condition may have to wait for its mutex, too, and get that just when it is let go
            assert all(w["end"] == "UNSEEN" or holders[id(w)] == "hold " + name for w in waits), (name, waits)
        print(len(EXPECTED), "forms of waiting")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
