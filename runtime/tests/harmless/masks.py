# SPDX-License-Identifier: Apache-2.0
"""What a host blocks is what it is told, also where its masks come from elsewhere than libc's functions on masks, and
all of its threads are recorded. Arguments: libwhodunit.so, masks_host."""
import sys
import hosts

MS = 240

with hosts.Checks(sys.argv[1]) as checks:
    for case in "threads", "jump", "one-by-one", "blocks-all":
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case])
        checks.check(case + ": nothing is told", not recorded.told, "".join(recorded.told))
        checks.check(case + ": the recording is complete", not cut and
                     max(samples.values(), default=0) >= MS / hosts.TICK_MS / 4, "%s %s" % (samples, cut))
