# SPDX-License-Identifier: Apache-2.0
"""A host that ends in a signal's handler, or in several threads at once, ends so with a recording too, which is
complete. Arguments: libwhodunit.so, exits_host."""
import os, sys
import hosts

TIMES = 12

with hosts.Checks(sys.argv[1]) as checks:
    by_root = ["user"] * (os.geteuid() == 0)  # only root can leave groups
    for case in ["threads", "memory", "default", "at-once"] + by_root:
        without = hosts.Run([sys.argv[2], case])
        for turn in range(TIMES):
            recorded, samples, cut = checks.compare("%s %d" % (case, turn), [sys.argv[2], case], without=without)
            checks.check("%s %d: the recording is complete" % (case, turn), not cut and not recorded.told,
                         "unfinished: %s %s" % (cut, recorded.told))
