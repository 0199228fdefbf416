# SPDX-License-Identifier: Apache-2.0
"""A host whose clocks are another preloaded library's, which locks, ends as ever: no sample waits for what it has
interrupted. Arguments: libwhodunit.so, clocks_host, clocks_library.so."""
import glob, struct, sys, time
import hosts

MS = 300
DAY_S = 24 * 3600


def begun(path):
    """When a file was begun, by its head."""
    with open(path, "rb") as file:
        return struct.unpack(">Q", file.read(40)[32:])[0] / 1e9


with hosts.Checks(sys.argv[1]) as checks:
    without = hosts.Run([sys.argv[2]], environment={"LD_PRELOAD": sys.argv[3]})
    checks.check("the host has the library's time", without.out.startswith("2 days behind"), without.out)
    checks.library = "%s:%s" % (sys.argv[1], sys.argv[3])
    recorded, samples, cut = checks.compare("clocks", [sys.argv[2]], without=without)
    checks.check("nothing is told", not recorded.told, "".join(recorded.told))
    checks.check("the recording is complete", sum(samples.values()) >= 2 * MS / hosts.TICK_MS / 4 and not cut,
                 "samples: %s, unfinished: %s" % (samples, cut))
    checks.check("the recording's time is the kernel's",
                 all(abs(begun(path) - time.time()) < DAY_S for path in glob.glob(checks.last + "/*.jfr")))
