# SPDX-License-Identifier: Apache-2.0
"""A host that forbids itself the processor's time stamps (PR_SET_TSC) lives on as it would; its recording has ended
before, and that is told. Arguments: libwhodunit.so, time_stamps_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for case, environment in [("by default", {}), ("with messages", {"WHODUNIT_MESSAGES": "on"})]:
        recorded, samples, cut = checks.compare(case, [sys.argv[2]], environment=environment)
        checks.check(case + ": what was recorded is whole", not cut and sum(samples.values()) > 5,
                     "%s %s" % (samples, cut))
        checks.check(case + ": its end is told", len(recorded.told) == 1 and "time stamps" in recorded.told[0],
                     "".join(recorded.told))
