# SPDX-License-Identifier: Apache-2.0
"""Forks of all kinds (forks.c): every process that lasts is recorded, and goes on and ends as it would.

    forks.py LIBRARY FORKS
"""
import os, signal, subprocess, sys

import recording

library, forks = sys.argv[1:]
failures = 0


def check(what, holds, details):
    global failures
    if not holds:
        failures += 1
        print("FAILED: %s: %s" % (what, details))


def run(kind, seconds, engine):
    with recording.home() as home:
        directory = os.path.join(home, "recording")
        recording.make(directory)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        process = subprocess.Popen([forks, kind, str(seconds)], **pipes,
                                   env=recording.environment(library, directory, engine))
        out, err = process.stdout.read(), process.stderr.read()
        usage = recording.ended(process)
        recorded = recording.Recorded(directory, usage)
        recorded.told = float(out.strip() or "nan")
        check(kind + " ends as it would", process.returncode == 0, process.returncode)
        check(kind + " says nothing", err == "", err)
        print("%-15s %s%s" % (kind, recorded, "; not finished: %s" % recorded.cut if recorded.cut else ""))
        return recorded


def children(recorded):
    return len([n for n in recorded.samples.values() if n > 20])


# By perf events, which count CPU time and not ticks: a busy machine does no harm. They leave the kernel's time out.
ENGINE = "cpu-clock"
for kind, processes, per_process in (("work", 2, 1), ("threads", 1, 3), ("from_thread", 3, 1), ("grandchildren", 3, 1),
                                     ("handlers", 1, 1), ("vforks", 1, 1)):
    found = run(kind, 0.5, ENGINE)
    check(kind + ": each process that works is recorded", children(found) == processes, found.samples)
    used = 0.5 * processes * per_process if kind == "vforks" else found.told  # not what it starts
    check(kind + ": all that it uses", found.sampled > 0.78 * used and found.sampled < 1.05 * used, found)
    check(kind + ": and finished", not found.cut, found.cut)

found = run("daemon", 0.5, ENGINE)
check("a daemon that has closed all is recorded", children(found) == 1 and not found.cut, found.samples)
check("all of it", found.sampled > 0.78 * found.told, found)

found = run("killed", 0.5, ENGINE)
check("a child that is killed leaves a cut file", len(found.cut) == 1, found.cut)

found = run("exec", 0.5, ENGINE)
check("a child that executes another program is recorded before and after", children(found) == 1 and not found.cut and
      found.sampled > 0.78 * found.told, found)

found = run("endings", 0.1, "ctimer")
check("no recording begins while a child ends", children(found) == 0, found.samples)

found = run("short_lives", 0.005, "ctimer")
check("2000 short lives leave no file each", len(found.processes) < 20, found.processes)

found = run("work", 0.5, "wall")
check("with an engine that cannot be started in children they are left alone", children(found) <= 1, found.samples)

sys.exit(failures > 0)
