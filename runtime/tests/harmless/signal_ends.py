# SPDX-License-Identifier: Apache-2.0
"""A host ends by a signal as it would without a recording, and the recording is complete.
Arguments: libwhodunit.so, signal_ends_host."""
import sys
import hosts, jfr

BURN_MS = 240
CASES = ["ends", "faults", "each-way", "term", "int", "again", "siginfo"]
DIES = {"ends", "faults"}  # by a signal that leaves no time to finish the recording

with hosts.Checks(sys.argv[1]) as checks:
    for case in sys.argv[3:] or CASES:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        checks.check(case + ": nothing is told", not recorded.told, "".join(recorded.told))
        if case in DIES:
            continue
        if case == "each-way":
            processes = {process for process, _ in jfr.recorded(checks.last)[0]} - {recorded.pid}
            checks.check("each-way: all children are recorded", len(processes) == len(recorded.out.splitlines()) and
                         not cut, "%d children, unfinished: %s\n%s" % (len(processes), cut, recorded.out))
            continue
        # a busy machine's ticks find the right thread, but not always as often as they should
        most = max(samples.values(), default=0)
        checks.check(case + ": the recording is complete", most >= BURN_MS / hosts.TICK_MS / 4 and not cut,
                     "samples: %s, unfinished: %s" % (samples, cut))
