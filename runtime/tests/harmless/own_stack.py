# SPDX-License-Identifier: Apache-2.0
"""Nothing is written below the stack pointer of a host that handles its signals on other stacks, as Erlang's machine.
Arguments: libwhodunit.so, own_stack_host."""
import sys
import hosts

MS = 400

with hosts.Checks(sys.argv[1]) as checks:
    recorded, samples, cut = checks.compare("own stack", [sys.argv[2]])
    checks.check("nothing is told", not recorded.told, "".join(recorded.told))
    checks.check("the recording is complete", max(samples.values(), default=0) >= MS / hosts.TICK_MS / 4 and not cut,
                 "samples: %s" % samples)
