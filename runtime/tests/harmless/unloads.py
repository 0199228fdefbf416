# SPDX-License-Identifier: Apache-2.0
"""A host that ends in a library which is unloaded as it ends has its status, and a whole recording. Arguments:
libwhodunit.so, unloads_host, the library."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("unloads", sys.argv[2:4])
    checks.check("unloads: the status", recorded.status == 5, recorded.status)
    checks.check("unloads: the recording is complete", samples and not cut and not recorded.told, (cut, recorded.told))
