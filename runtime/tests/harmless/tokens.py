# SPDX-License-Identifier: Apache-2.0
"""A host's strtok is its own, and the recording's arguments are read whatever it does.
Arguments: libwhodunit.so, tokens_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("tokens", [sys.argv[2]], environment={"WHODUNIT_ROTATE": "1s"})
    seen = sum(samples.values()) * hosts.TICK_MS
    checks.check("the recording is complete", seen > 3500 and not cut and not recorded.told,
                 "%d ms, unfinished: %s, %s" % (seen, cut, recorded.told))
