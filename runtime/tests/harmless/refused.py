# SPDX-License-Identifier: Apache-2.0
"""Calls that the kernel refuses are refused, and end nothing. Arguments: libwhodunit.so, refused_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for messages in "off", "on":
        checks.compare("messages " + messages, [sys.argv[2]], environment={"WHODUNIT_MESSAGES": messages})
