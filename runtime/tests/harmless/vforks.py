# SPDX-License-Identifier: Apache-2.0
"""What a child of vfork sets for signals is not its parent's, whose memory it has.
Arguments: libwhodunit.so, libwhodunit-flows.so, vforks_host."""
import sys
import hosts

MS = 240

with hosts.Checks(sys.argv[1]) as checks:
    preloaded, flows = sys.argv[1], "%s:%s" % (sys.argv[2], sys.argv[1])
    for name, library, asked in ("alone", preloaded, {}), ("flows", flows, {"WHODUNIT_FLOWS": "on"}):
        checks.library = library
        recorded, samples, cut = checks.compare(name, [sys.argv[3]], environment=asked)
        checks.check(name + ": the parent has faulted", "the fault is handled" in recorded.out, recorded.out)
        checks.check(name + ": the recording is complete", not recorded.told and not cut and
                     max(samples.values(), default=0) >= MS / hosts.TICK_MS / 4,
                     "%s %s %s" % (samples, cut, recorded.told))
