# SPDX-License-Identifier: Apache-2.0
"""A process that locks all its memory does not lock what is only reserved of ours; a limit that is too low for the
recorder as well is told. Arguments: libwhodunit.so, memory_locks_host."""
import sys
import hosts

CURRENT, FUTURE, ONFAULT, UNKNOWN = 1, 2, 4, 64
MAY_GROW_KB = 128 << 10  # the sampler's buffers, and its thread's stack and arena; 256 MB with all that is reserved


def locked_kb(run):
    return int(run.err.split()[1])


with hosts.Checks(sys.argv[1]) as checks:
    for how in CURRENT, FUTURE, CURRENT | FUTURE, CURRENT | ONFAULT, CURRENT | FUTURE | ONFAULT, UNKNOWN:
        for limit in [], [str(2 << 20)], [str(4 << 20)]:
            command, name = [sys.argv[2], str(how), *limit], "flags %d, limit %s" % (how, limit)
            without = hosts.Run(command)
            recorded = hosts.Run(command, checks.library, checks.directory + "/" + "-".join(command[1:]))
            same = (recorded.out, recorded.status) == (without.out, without.status)
            if limit and how & CURRENT and "done" in without.out:
                same |= any("RLIMIT_MEMLOCK" in line for line in recorded.told)
            checks.check(name + ": the same", same, without.out + recorded.out + recorded.err + "".join(recorded.told))
            grown = locked_kb(recorded) - locked_kb(without)
            checks.check("%s: %d kB more are locked" % (name, grown), grown < MAY_GROW_KB)
