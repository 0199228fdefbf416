# SPDX-License-Identifier: Apache-2.0
"""A host that was started with limits on its memory, and may not raise them, changes them as without us.
Arguments: libwhodunit.so, memory_limits_host."""
import os, resource, sys
import hosts

BURN_MS, HARD = 240, 4000 << 20
PASSED = {"WHODUNIT_LIMITS": "-" * 128}  # as `record` sets it
NOBODY = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}


def limited(soft):
    """To be called in the child."""
    def limit():
        for which in resource.RLIMIT_AS, resource.RLIMIT_DATA:
            resource.setrlimit(which, (soft, HARD))
    return limit


with hosts.Checks(sys.argv[1]) as checks:
    os.chmod(checks.directory, 0o755)
    host = [sys.argv[2]]
    recorded, samples, cut = checks.compare("enough", host, preexec_fn=limited(HARD // 2), environment=PASSED,
                                            **NOBODY)
    checks.check("enough: it is recorded", not cut and not recorded.told and
                 sum(samples.values()) >= BURN_MS / hosts.TICK_MS / 2, "%s %s %s" % (samples, cut, recorded.told))

    checks.compare("in an environment of its own", host, preexec_fn=limited(HARD // 2),
                   environment={**PASSED, "COPIES": "1"}, **NOBODY)

    recorded, samples, cut = checks.compare("as who may raise them", host, preexec_fn=limited(HARD // 2),
                                            environment=PASSED)
    checks.check("as who may raise them: it is recorded", not cut and not recorded.told and
                 sum(samples.values()) >= BURN_MS / hosts.TICK_MS / 2, "%s %s %s" % (samples, cut, recorded.told))

    recorded, samples, cut = checks.compare("too little", host, preexec_fn=limited(HARD), **NOBODY)
    checks.check("too little: it is told, and not recorded", not samples and not cut and len(recorded.told) == 1 and
                 "leaves no room for the recorder" in recorded.told[0], "%s %s %s" % (samples, cut, recorded.told))

    # standard error may be a file that is written over
    log = os.path.join(checks.directory, "log")
    with open(log, "wb") as err:
        environment = {"LD_PRELOAD": sys.argv[1], "WHODUNIT_RUN": "1", "WHODUNIT_DIR": checks.last}
        hosts.subprocess.run(host, env=environment, stdin=hosts.subprocess.DEVNULL, stdout=hosts.subprocess.DEVNULL,
                             stderr=err, preexec_fn=limited(HARD), timeout=60, **NOBODY)
    told = open(log).read()
    checks.check("too little: it is told in a file", told.count("leaves no room for the recorder") == 1, told)
