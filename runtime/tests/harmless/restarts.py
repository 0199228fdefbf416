# SPDX-License-Identifier: Apache-2.0
"""A host's signals end its calls, or let them go on, as it has asked for, also where a sample comes at the same time.
Arguments: libwhodunit.so, restarts_host."""
import os, sys
import hosts

BURN_MS = 120

with hosts.Checks(sys.argv[1]) as checks:
    place = os.path.join(checks.directory, "place")
    os.mkdir(place)
    for case in ["ends", "goes-on", "ours-ends", "ours-goes-on"]:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case], cwd=place)
        seen = sum(samples.values()) * hosts.TICK_MS
        checks.check(case + ": the recording is complete", seen > BURN_MS / 2 and not cut and not recorded.told,
                     "%d ms, unfinished: %s %s" % (seen, cut, recorded.told))
