# SPDX-License-Identifier: Apache-2.0
"""Stacks that lead into code which the host has unmapped are not followed there.
Arguments: libwhodunit.so, unmapped_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("forks and exits", [sys.argv[2]])
    checks.check("the recording is complete", sum(samples.values()) * hosts.TICK_MS > 100 and not cut,
                 "%s, unfinished: %s" % (samples, cut))
