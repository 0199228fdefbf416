# SPDX-License-Identifier: Apache-2.0
"""A host's signals are its own, and its recording is complete whatever it does with them.
Arguments: libwhodunit.so, signals_host, gprof_host."""
import os, struct, sys
import hosts, jfr

BURN_MS = 240
THREADS = {"blocked": 3, "wait": 2, "signalfd": 2}  # that burn
SAYS = {"wait-too-late": "the program waits for signal 61: samples are taken by it"}
CASES = ["reset", "reset-by-signal", "ignore", "handler", "timer", "wait", "signalfd", "wait-for-ours",
         "wait-too-late", "io", "blocked", "told", "ended", "suspend", "children", "exec"]


def gmon_ms(path):
    """What the histograms of a gmon.out stand for."""
    data, at, ticks = open(path, "rb").read(), 20, 0
    while at < len(data) and data[at] == 0:
        _, _, bins, rate = struct.unpack_from("<QQII", data, at + 1)
        at += 1 + 24 + 16
        ticks += sum(struct.unpack_from("<%dH" % bins, data, at)) * 1000 / rate
        at += 2 * bins
    return ticks


def profiles_itself(checks, program):
    recording = os.path.join(checks.directory, "gprof")
    host = hosts.Run([program], checks.library, recording, cwd=checks.directory)
    used, told = int(host.out.split()[0]), gmon_ms(os.path.join(checks.directory, "gmon.out"))
    checks.check("gprof: %d ms of %d are told" % (told, used), 0.5 * used < told < 1.5 * used)
    samples = sum(jfr.recorded(recording)[0].values())
    checks.check("gprof: the recording is complete", samples >= 1000 / hosts.TICK_MS / 4, "%d samples" % samples)


with hosts.Checks(sys.argv[1]) as checks:
    for case in sys.argv[4:] or CASES:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        due = [SAYS[case] in line for line in recorded.told] == [True] if case in SAYS else not recorded.told
        checks.check(case + ": only what has to be is told", due, "".join(recorded.told))
        if case == "exec":  # before the first, between, and the second program
            due_files = len(jfr.files(checks.last))
            checks.check("exec: a file for each part", due_files >= 3, due_files)
        # a busy machine's ticks find the right threads, but not always as often as they should
        seen = [thread for thread, n in samples.items() if n >= BURN_MS / hosts.TICK_MS / 4]
        checks.check(case + ": the recording is complete", len(seen) >= THREADS.get(case, 1) and not cut,
                     "samples: %s, unfinished: %s" % (samples, cut))
    for engine in "cpu-clock", "wall":
        checks.compare("io, " + engine, [sys.argv[2], "io"], environment={"WHODUNIT_ENGINE": engine})
    profiles_itself(checks, sys.argv[3])
