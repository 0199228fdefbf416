# SPDX-License-Identifier: Apache-2.0
"""What the kernel refuses, since it cannot read it, it refuses with us as well. Arguments: libwhodunit.so,
pointers_host."""
import sys
import hosts

MS = 240

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("recorded", [sys.argv[2]], environment={"WHODUNIT_MESSAGES": "on"})
    checks.check("all were refused", recorded.out.count(": -1 ") >= 13, recorded.out)
    checks.check("the recording is complete", not recorded.told and not cut and
                 max(samples.values(), default=0) >= MS / hosts.TICK_MS / 4, "%s %s" % (samples, cut))
