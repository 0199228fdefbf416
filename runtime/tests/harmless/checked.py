# SPDX-License-Identifier: Apache-2.0
"""A program that valgrind looks for errors in has those that are its own, and it is told that it is not recorded.
Arguments: libwhodunit.so, valgrind, exits_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for tool in "memcheck", "helgrind":
        recorded, _, _ = checks.compare(tool, [sys.argv[2], "--tool=" + tool, "--quiet", "--error-exitcode=9",
                                               sys.argv[3], "at-once"])
        checks.check("%s: it is told" % tool, any("valgrind's " + tool in line for line in recorded.told),
                     recorded.told)
