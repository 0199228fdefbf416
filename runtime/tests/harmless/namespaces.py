# SPDX-License-Identifier: Apache-2.0
"""A process of one thread finds one, and may go to namespaces of its own, and its recording goes on there.
Arguments: libwhodunit.so, namespaces_host."""
import sys
import hosts

PHASES_MS = 4 * 400

with hosts.Checks(sys.argv[1]) as checks:
    for how in [], ["by number"]:
        name = " ".join(["namespaces"] + how)
        recorded, samples, cut = checks.compare(name, [sys.argv[2]] + how)
        seen = sum(samples.values()) * hosts.TICK_MS
        complete = 0.9 * PHASES_MS < seen < 1.1 * PHASES_MS and not cut and not recorded.told
        checks.check("%s: the recording is complete" % name, complete,
                     "%d ms of %d, unfinished: %s %s" % (seen, PHASES_MS, cut, recorded.told))
