# SPDX-License-Identifier: Apache-2.0
"""A sample that finds no space on the stack is taken later, or counted. Arguments: libwhodunit.so, stack_end_host."""
import sys
import hosts
import records

with hosts.Checks(sys.argv[1]) as checks:
    _, samples, _ = checks.compare("at the stack's end", [sys.argv[2]])
    checks.check("its samples are there: %s" % samples, sum(samples.values()) > 60)
    health = records.Recording(checks.last).health
    checks.check("what is owed is paid", health["samples.owed"] == health["samples.paid"] > 0, health)
    checks.compare("a small stack", [sys.argv[2], "small"])
    health = records.Recording(checks.last).health
    missing = health.get("samples.owed", 0) - health.get("samples.paid", 0)
    checks.check("what has no space is counted: %d" % missing, 200 / hosts.TICK_MS / 2 <= missing <= 200, health)
