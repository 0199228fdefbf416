# SPDX-License-Identifier: Apache-2.0
"""A host that waits for what io_uring has done is not interrupted by samples, and is sampled. Arguments:
libwhodunit.so, ring_waits_host."""
import sys
import hosts

SKIPPED = 77
CPU_MS = 600

with hosts.Checks(sys.argv[1]) as checks:
    for how in ["wait", "submit", "timeout", "mask", "syscall"]:
        recorded, samples, cut = checks.compare(how, [sys.argv[2], how])
        if recorded.status == SKIPPED:
            print("io_uring is not to be had here")
            sys.exit(SKIPPED)
        checks.check(how + ": it is sampled", not cut and sum(samples.values()) > CPU_MS / hosts.TICK_MS / 4,
                     "%s %s" % (samples, cut))
