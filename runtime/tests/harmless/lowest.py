# SPDX-License-Identifier: Apache-2.0
"""The lowest descriptors are free for a host whose limit is below our numbers. Arguments: libwhodunit.so, lowest_host.
"""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for engine in "ctimer", "cpu-clock":
        checks.compare(engine, [sys.argv[2]], environment={"WHODUNIT_ENGINE": engine})
