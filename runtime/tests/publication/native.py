# SPDX-License-Identifier: Apache-2.0
"""What threads publish, read from outside, against what the program says that they have.

    native.py LIBWHODUNIT PROGRAM OTHER_LIBRARY
"""
import os
import subprocess
import sys
import tempfile
import time

from reader import Process

LIBRARY, PROGRAM, OTHER = sys.argv[1:]
STEPS = 60
TIER = "käse"
TYPES = ["GET /", "Search of what is longer", "Käse ?", None, "Home"]


def start(directory, *arguments, **settings):
    environment = {"LD_PRELOAD": LIBRARY, "WHODUNIT_RUN": "1", "WHODUNIT_DIR": directory, "WHODUNIT_TIER": TIER,
                   "WHODUNIT_PUBLISH": "on"}
    return subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                            env=os.environ | environment | settings)


def step(program, command="s"):
    """Takes a step: [(pid, tid, context)]."""
    program.stdin.write(command + "\n")
    program.stdin.flush()
    said = []
    while (line := program.stdout.readline().split()) != ["."]:
        assert line, "the program has ended"
        said.append((int(line[0]), int(line[1]), line[2]))
    return said


def expected(i, n):
    """program.c's take_step."""
    kind = (i + n) % 4
    return {
        "whodunit.transaction": TYPES[(i * 7 + n) % len(TYPES)] if kind == 1 else "Below" if kind == 3 else None,
        "whodunit.upstream": {2: "00000000deadbeef-0000000a", 3: "00000000deadbeef-0000000b"}.get(kind),
    }


def check(process, i, n, tid, context):
    got = process.thread(tid)
    if context == "-":
        assert got is None, got
        return 0
    uid, synopsis = context.split("-")
    want = expected(i, n) | {"whodunit.synopsis": synopsis, "whodunit.tier": TIER}
    wanted = want["whodunit.transaction"]
    if wanted and wanted.startswith("Search"):
        assert len(got["whodunit.transaction"]) == 100, got
        got["whodunit.transaction"] = got["whodunit.transaction"][:len(wanted)]
    assert got == {k: v for k, v in want.items() if v}, (got, want)
    assert process.resource == {"service.name": TIER, "service.instance.id": uid}, process.resource
    return 1


def check_steps(directory, **settings):
    program = start(directory, **settings)
    read = 0
    for n in range(STEPS):
        said = step(program)
        if n == 0:
            process = Process(program.pid)
            assert process.attributes["threadlocal.schema_version"] == "tlsdesc_v1_dev", process.attributes
        for i, (_, tid, context) in enumerate(said):
            read += check(process, i, n, tid, context)
    assert read == STEPS * 3, read
    return program


def check_child(program):
    """It says itself who it is, when it is recorded; nothing of its parent is in its place."""
    (pid, tid, context), = step(program, "f")
    end = time.monotonic() + 60
    while not (process := Process(pid)).keys and time.monotonic() < end:
        time.sleep(0.05)
    uid, synopsis = context.split("-")
    assert process.resource == {"service.name": TIER, "service.instance.id": uid}, process.resource
    assert process.thread(tid) == {"whodunit.transaction": "Child", "whodunit.synopsis": synopsis,
                                   "whodunit.tier": TIER}


def end(program):
    program.stdin.close()
    assert program.wait() == 0, program.returncode


def check_off(directory):
    program = start(directory, WHODUNIT_PUBLISH="off")
    said = step(program)
    process = Process(program.pid)
    assert process.keys == [], process.keys
    assert [process.thread(tid) for _, tid, _ in said] == [None] * len(said)
    end(program)


with tempfile.TemporaryDirectory() as work:
    recorded = check_steps(work)
    check_child(recorded)
    recorded.stdin.write("\n")  # for the child
    end(recorded)
    end(check_steps(work, WHODUNIT_RECORD="off"))
    check_off(work)
    end(start(work, OTHER))
