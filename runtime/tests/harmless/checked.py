# SPDX-License-Identifier: Apache-2.0
"""A program that valgrind looks for errors in has those that are its own, and it is told that it is not recorded.
drd itself calls functions of libc's by no version, one of which it would have from us.
Arguments: libwhodunit.so, valgrind, exits_host, checked_host."""
import sys
import hosts

LIBRARY, VALGRIND, EXITS, THREADS = sys.argv[1:]
PROGRAMS = {"memcheck": [EXITS, "at-once"], "helgrind": [EXITS, "at-once"], "drd": [THREADS]}

with hosts.Checks(LIBRARY) as checks:
    for tool, program in PROGRAMS.items():
        recorded, _, _ = checks.compare(tool, [VALGRIND, "--tool=" + tool, "--quiet", "--error-exitcode=9", *program])
        checks.check("%s: it is told" % tool, any("valgrind's " + tool in line for line in recorded.told),
                     recorded.told)
