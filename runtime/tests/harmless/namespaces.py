# SPDX-License-Identifier: Apache-2.0
"""A process of one thread may go to namespaces of its own, and its recording goes on there.
Arguments: libwhodunit.so, namespaces_host."""
import sys
import hosts

PHASES_MS = 4 * 400

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("namespaces", [sys.argv[2]])
    seen = sum(samples.values()) * hosts.TICK_MS
    complete = 0.9 * PHASES_MS < seen < 1.1 * PHASES_MS and not cut and not recorded.told
    checks.check("the recording is complete", complete,
                 "%d ms of %d, unfinished: %s %s" % (seen, PHASES_MS, cut, recorded.told))
