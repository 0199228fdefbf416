# SPDX-License-Identifier: Apache-2.0
"""Libraries that are opened with RTLD_DEEPBIND, as php does: they behave as without us, and call our functions.
Arguments: libwhodunit.so, deep_bound_host, the libraries that it opens."""
import os, pathlib, sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    told = os.path.join(checks.directory, "homes")
    recorded, _, _ = checks.compare("deeply bound", [*sys.argv[2:], told])
    homes = pathlib.Path(told).read_text()
    checks.check("all was opened", "found by the caller's RUNPATH: 1, and deeply bound: 1" in recorded.out
                 and "its own splice: 42" in recorded.out and "it can write" in recorded.out, recorded.out)
    checks.check("both libraries have our functions", homes == "libwhodunit.so libwhodunit.so", homes)
