# SPDX-License-Identifier: Apache-2.0
"""A forked child ends with its last thread; threads that fork at the same time do so as ever, and the recording is
complete. Arguments: libwhodunit.so, forks_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for case in "main-ends", "at-once", "within", "raw":
        recorded, _, cut = checks.compare(case, [sys.argv[2], case])
        checks.check("%s: what was begun is finished" % case, not cut and not recorded.told,
                     "%s %s" % (cut, recorded.told))
