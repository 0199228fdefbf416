# SPDX-License-Identifier: Apache-2.0
"""A host of one thread stays one that nobody cancels, until somebody does; libraries behind ours see all its calls.
Arguments: libwhodunit.so, cancellation_host, a library that counts reads."""
import os, sys
import hosts, jfr

BURN_MS = 240

with hosts.Checks(sys.argv[1]) as checks:
    for case in ["itself", "child", "handler", "second", "c11", "timer", "exec", "fork"]:
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        seen = sum(samples.values()) * hosts.TICK_MS
        checks.check(case + ": the recording is complete", seen > BURN_MS / 2 and not cut and not recorded.told,
                     "%d ms, unfinished: %s %s" % (seen, cut, recorded.told))

    directory = os.path.join(checks.directory, "reads")
    both = {"LD_PRELOAD": sys.argv[1] + ":" + sys.argv[3]}
    host = hosts.Run([sys.argv[2], "reads"], checks.library, directory, environment=both)
    seen = sum(jfr.recorded(directory)[0].values()) * hosts.TICK_MS
    checks.check("a library behind ours sees all calls", host.out == "1000 reads\n" and seen > BURN_MS / 2,
                 "%s%s%d ms" % (host.out, host.err, seen))
