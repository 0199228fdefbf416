# SPDX-License-Identifier: Apache-2.0
"""A host that limits its signals or its memory lives on, whatever the recording is asked for.
Arguments: libwhodunit.so, resources_host, libwhodunit-flows.so."""
import sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    for case in "signals", "queue", "io":
        for engine in "cpu-clock", "ctimer":
            recorded, _, cut = checks.compare("%s, %s" % (case, engine), [sys.argv[2], case],
                                              environment={"WHODUNIT_ENGINE": engine})
            checks.check("%s, %s: nothing is left unfinished" % (case, engine), not cut or case == "io", cut)
            told = any("no engine cpu-clock" in line for line in recorded.told)
            checks.check("%s, %s: it is told" % (case, engine), told == (engine == "cpu-clock"), recorded.told)
    recorded, _, cut = checks.compare("timers", [sys.argv[2], "timers"])
    checks.check("timers: that threads are not sampled is told, once", not cut and len(recorded.told) == 1 and
                 "some threads are not sampled: the user's queue of signals is full" in recorded.told[0],
                 "%s %s" % (cut, recorded.told))
    for case in "memory", "child":
        checks.compare("%s, published" % case, [sys.argv[2], case], environment={"WHODUNIT_PUBLISH": "on"})
    checks.library = "%s:%s" % (sys.argv[3], checks.library)
    for case in "memory", "child":
        recorded, samples, cut = checks.compare("%s, flows" % case, [sys.argv[2], case],
                                                environment={"WHODUNIT_FLOWS": "on"})
        checks.check("%s, flows: it is recorded" % case, sum(samples.values()) > 20 and not cut and not recorded.told,
                     "%s %s %s" % (samples, cut, recorded.told))
