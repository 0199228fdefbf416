# SPDX-License-Identifier: Apache-2.0
"""A program that qemu executes runs as it would, and it is told that it is not recorded.
Arguments: libwhodunit.so, qemu-x86_64, exits_host."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    recorded, _, _ = checks.compare("emulated", [sys.argv[2], sys.argv[3], "at-once"])
    checks.check("emulated: it is told", any("executed by qemu" in line for line in recorded.told), recorded.told)
