#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waits that have not ended are in the last file, with who has what they wait for, also after kill -9 and in a process
that has changed its user.

usage: lasting_waits.py libwhodunit.so lasting_waits
"""
import os, shutil, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from records import Recording

LAST = ("LASTS", "DEADLOCK")
ENDED = "ends in time"
EXPECTED = {
    "to the right": ("DEADLOCK", "MUTEX", "to the left"),
    "to the left": ("DEADLOCK", "MUTEX", "to the right"),
    "behind both": ("LASTS", "MUTEX", "to the right"),
    "upwards": ("LASTS", "MUTEX", "downwards"),
    "downwards": ("LASTS", "MUTEX", "upwards"),
    "reader": ("LASTS", "RWLOCK", "writer"),
    "writer": ("LASTS", "CONDITION", ""),
    "of a running one": ("LASTS", "MUTEX", ""),
}
WAITING_IN = {"to the right": "to_the_right", "to the left": "to_the_left", "writer": "writer"}


def finished(home):
    """The files that are complete, in their order."""
    return sorted((name for name in os.listdir(home) if name.endswith(".jfr")),
                  key=lambda name: int(name.rsplit("-", 1)[1].removesuffix(".jfr")))


def of_last(home, but=None):
    recording = Recording(home, prefix=finished(home)[-1])
    waits = {recording.type_of(w["waiter"]): w for w in recording.waits if w["end"] in LAST}
    waits.pop(but, None)
    return recording, waits, {who: (w["end"], w["kind"], recording.type_of(w["holder"])) for who, w in waits.items()}


def check(home, but=None):
    recording, waits, found = of_last(home, but)
    assert found == EXPECTED, (found, "not", EXPECTED)
    for w in waits.values():
        assert w["count"] == 1 and w["sum_ns"] == w["max_ns"] >= 1_000_000_000, w
        holder = WAITING_IN.get(recording.type_of(w["holder"]))
        assert not holder or holder in recording.path(w["holder_path"]), recording.path(w["holder_path"])


def run(library, program, end, rotate, but=None, arguments=()):
    home = tempfile.mkdtemp(prefix="whodunit-lasting-")
    os.chmod(home, 0o777)
    try:
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(library), WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_ROTATE=rotate)
        with subprocess.Popen([os.path.abspath(program), *arguments], env=environment, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout.readline() == "ready\n"
            end(process, home)
        check(home, but)
        return [w["end"] for w in Recording(home).waits if w["end"] not in LAST]
    finally:
        shutil.rmtree(home, ignore_errors=True)


def let_end(process, home):
    process.stdin.write("end\n")
    process.stdin.flush()
    assert process.wait() == 0


def kill(process, home):
    """When a file is finished that has all of this, though the process does nothing meanwhile."""
    until = time.monotonic() + 60
    while not finished(home) or of_last(home, ENDED)[2] != EXPECTED:
        assert time.monotonic() < until, finished(home) and of_last(home)[2]
        time.sleep(0.2)
    process.kill()


def main():
    library, program = sys.argv[1:3]
    whole = run(library, program, let_end, "100s")
    assert whole == ["WOKEN"], whole  # that of the one that ends in time
    if os.geteuid() == 0:
        run(library, program, let_end, "100s", arguments=["another user"])
    run(library, program, kill, "1s", ENDED)  # it may have lasted when the last file was finished
    print(len(EXPECTED), "waits that last, and one that ended")


main()
