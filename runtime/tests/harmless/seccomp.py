# SPDX-License-Identifier: Apache-2.0
"""A host that gives up system calls lives on as it would: its recording goes on, or has ended before, and is told so.
Arguments: libwhodunit.so, seccomp_host."""
import sys
import hosts

GOES_ON = {("kill", "wide"), ("errno", "wide"), ("kill", "most"), ("errno", "most")}
BURN_MS = 240

with hosts.Checks(sys.argv[1]) as checks:
    for how in ["kill", "errno", "tsync"]:
        for what in ["narrow", "wide", "most"]:
            case = how + " " + what
            recorded, samples, cut = checks.compare(case, [sys.argv[2], how, what])
            parts = 3 if (how, what) in GOES_ON else 1
            checks.check(case + ": what was recorded is whole", not cut and
                         sum(samples.values()) >= parts * BURN_MS / hosts.TICK_MS / 2, "%s %s" % (samples, cut))
            checks.check(case + ": an end is told", len(recorded.told) == (parts == 1) and
                         all("forbids itself" in line for line in recorded.told), "".join(recorded.told))

    checks.compare("refused", [sys.argv[2], "refused"])

    recorded, samples, cut = checks.compare("strict", [sys.argv[2], "strict"]) # it allows rt_sigreturn()
    checks.check("strict: what was recorded is whole", not cut and
                 sum(samples.values()) >= BURN_MS / hosts.TICK_MS / 2, "%s %s" % (samples, cut))
    checks.check("strict: its end is told", len(recorded.told) == 1 and
                 "all system calls but four" in recorded.told[0], "".join(recorded.told))

    for how in ["kill", "errno"]: # each sample of a perf event makes system calls on the host's thread
        case = how + " wide, by perf events"
        recorded, samples, cut = checks.compare(case, [sys.argv[2], how, "wide"],
                                                environment={"WHODUNIT_ENGINE": "cpu-clock"})
        checks.check(case + ": what was recorded is whole", not cut and
                     sum(samples.values()) >= BURN_MS / hosts.TICK_MS / 2, "%s %s" % (samples, cut))
        checks.check(case + ": its end is told", len(recorded.told) == 1 and "itself ioctl()" in recorded.told[0],
                     "".join(recorded.told))
