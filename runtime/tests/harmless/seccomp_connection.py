# SPDX-License-Identifier: Apache-2.0
"""A server that gives up system calls between accepting a connection and using it lives on as it would.
Arguments: libwhodunit.so, seccomp_connection_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for how in ["without memory", "strict"]:
        for where in ["here", "in a child"]:
            for who in ["greets", "listens"]:
                checks.compare("%s, %s, %s" % (how, where, who), [sys.argv[2], how, where, who])
