# SPDX-License-Identifier: Apache-2.0
"""A host that becomes another user by thread, limits its memory or locks its children up lives on as it would, and is
recorded. Arguments: libwhodunit.so, credentials_host."""
import os, sys
import hosts

BURN_MS = 240
EXPECTED = {"user": "0 0 0\n", "server": "0 0\n", "memory": "200 200 memory\n", "child": "exit 7\n"}

with hosts.Checks(sys.argv[1]) as checks:
    for case, expected in EXPECTED.items():
        if case in ("user", "server") and os.geteuid() != 0:
            continue  # only root can become another
        os.chmod(checks.directory, 0o755)
        recorded, samples, cut = checks.compare(case, [sys.argv[2], case], mode=0o1777)  # as record makes it
        checks.check(case + ": it lives on", recorded.out == expected and recorded.status == 0,
                     "%s status %d" % (recorded.out, recorded.status))
        checks.check(case + ": it is recorded", not cut and not recorded.told and
                     sum(samples.values()) >= BURN_MS / hosts.TICK_MS / 2, "%s %s %s" % (samples, cut, recorded.told))
