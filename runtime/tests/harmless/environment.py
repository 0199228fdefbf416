# SPDX-License-Identifier: Apache-2.0
"""Nobody but the host reads its environment, which it may be just changing.
Arguments: libwhodunit.so, environment_host."""
import sys
import hosts, jfr

with hosts.Checks(sys.argv[1]) as checks:
    # the names that the library itself knows must not be asked for either
    known = {"HOME": "/nowhere", "WHODUNIT_ROTATE": "1s", "WHODUNIT_WAITS": "1", "WHODUNIT_KERNEL": "/nowhere/socket"}
    recorded, samples, cut = checks.compare("unreadable", [sys.argv[2]], environment=known)
    seen = sum(samples.values()) * hosts.TICK_MS
    processes = {process for process, _ in jfr.recorded(checks.last)[0]}
    checks.check("the recording is complete, and the child's", seen > 2500 and not cut and len(processes) == 2,
                 "%d ms, unfinished: %s, processes: %s" % (seen, cut, processes))
