# SPDX-License-Identifier: Apache-2.0
"""A process ends with its last thread, also when main was not that; what short threads have used is recorded.
Arguments: libwhodunit.so, threads_host."""
import os, sys
import hosts, jfr

BURN_MS, REQUESTS = 240, 400

with hosts.Checks(sys.argv[1]) as checks:
    for case, burning in [("first", 2), ("last", 1), ("cancelled", 1), ("c11", 3)]:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        seen = [thread for thread, n in samples.items() if n >= BURN_MS / hosts.TICK_MS / 4]
        checks.check(case + ": the recording is complete", len(seen) >= burning and not cut and not recorded.told,
                     "samples: %s, unfinished: %s %s" % (samples, cut, recorded.told))

    directory = os.path.join(checks.directory, "requests")
    host = hosts.Run([sys.argv[2], "requests"], checks.library, directory)
    samples, _ = jfr.recorded(directory)
    short = [n for (process, thread), n in samples.items() if thread != process]
    used = int(host.out.split()[0])
    seen = sum(samples.values()) * hosts.TICK_MS
    checks.check("a thread for each request: %d ms seen of %d, in %d threads" % (seen, used, len(short)),
                 0.9 * used < seen < 1.1 * used and len(short) > REQUESTS / 4, str(samples))
