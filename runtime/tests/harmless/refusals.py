# SPDX-License-Identifier: Apache-2.0
"""What glib refuses is refused by the same name with flows. Arguments: libwhodunit.so, libwhodunit-flows.so,
refusals_host."""
import sys
import hosts

NO_GLIB = 77

with hosts.Checks(sys.argv[1]) as checks:
    checks.library = "%s:%s" % (sys.argv[2], sys.argv[1])
    recorded, _, cut = checks.compare("flows", [sys.argv[3]], environment={"WHODUNIT_FLOWS": "on"})
    if recorded.status == NO_GLIB:
        sys.exit(NO_GLIB)
    checks.check("the recording is complete", not cut and not recorded.told, "%s %s" % (cut, recorded.told))
