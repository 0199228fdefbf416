# SPDX-License-Identifier: Apache-2.0
"""A sample that finds no space on the stack is taken later. Arguments: libwhodunit.so, stack_end_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    _, samples, _ = checks.compare("at the stack's end", [sys.argv[2]])
    checks.check("its samples are there: %s" % samples, sum(samples.values()) > 60)
