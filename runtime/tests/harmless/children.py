# SPDX-License-Identifier: Apache-2.0
"""A forked child that has not begun to be recorded does not notice how that is waited for, and is recorded.
Arguments: libwhodunit.so, children_host."""
import sys
import hosts, jfr

USED_MS, AT_LEAST = {"long": 1500, "short": 1200}, 0.85

with hosts.Checks(sys.argv[1]) as checks:
    for case, used_ms in USED_MS.items():
        recorded, _, cut = checks.compare(case, [sys.argv[2], case])
        samples, _ = jfr.recorded(checks.last)
        seen_ms = hosts.TICK_MS * sum(n for (pid, thread), n in samples.items() if pid != recorded.pid)
        checks.check("%s: the child is recorded" % case, seen_ms > AT_LEAST * used_ms and not cut,
                     "%d of %d ms; unfinished: %s" % (seen_ms, used_ms, cut))
    for case in "ended", "executes":
        recorded, _, cut = checks.compare(case, [sys.argv[2], case])
        checks.check("%s: what was begun is finished" % case, not cut and not recorded.told,
                     "%s %s" % (cut, recorded.told))
