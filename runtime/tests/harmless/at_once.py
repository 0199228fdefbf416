# SPDX-License-Identifier: Apache-2.0
"""A host that ends without destructors, by quick_exit or as the parent of a daemon, has a complete recording.
Arguments: libwhodunit.so, at_once_host."""
import sys
import hosts, jfr

LEAST = 240 / hosts.TICK_MS / 2

with hosts.Checks(sys.argv[1]) as checks:
    for case, processes in [("quick", 1), ("daemon", 2), ("stays", 2)]:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        seen = {}
        for (pid, thread), n in jfr.recorded(checks.last)[0].items():
            seen[pid] = seen.get(pid, 0) + n
        checks.check("%s: the recording is complete" % case, not cut and not recorded.told and recorded.pid in seen and
                     len(seen) == processes and min(seen.values()) >= LEAST, "%s %s %s" % (seen, cut, recorded.told))
