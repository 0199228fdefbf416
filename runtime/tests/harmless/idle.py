# SPDX-License-Identifier: Apache-2.0
"""The recorder of a process that waits sleeps too, and is woken by what comes then: a process that is killed later has
it in files. Arguments: libwhodunit.so, idle_host."""
import os, subprocess, sys, time
import hosts, jfr

WAIT_MS, WORK_MS, PATIENCE_S = 3000, 300, 50


def seen_ms(directory):
    """In files that are finished."""
    finished = [os.path.join(directory, n) for n in os.listdir(directory) if n.endswith(".jfr")]
    return sum(n for path in finished for n in jfr.samples(path).values()) * hosts.TICK_MS


with hosts.Checks(sys.argv[1]) as checks:
    directory = os.path.join(checks.directory, "recording")
    # one that is not woken sleeps as long as the longest file
    with subprocess.Popen([sys.argv[2], str(WAIT_MS), str(WORK_MS), "1000000"], stdout=subprocess.PIPE,
                          env={**os.environ, "LD_PRELOAD": checks.library, "WHODUNIT_RUN": "1",
                               "WHODUNIT_DIR": directory, "WHODUNIT_INTERVAL": "4ms",
                               "WHODUNIT_ROTATE": "600s"}) as host:
        sleeps = int(host.stdout.readline())
        until = time.monotonic() + PATIENCE_S
        while seen_ms(directory) < 0.9 * WORK_MS and time.monotonic() < until:
            time.sleep(0.1)
        host.kill()
    seen = seen_ms(directory)
    checks.check("its threads slept %d times in %d ms" % (sleeps, WAIT_MS), sleeps < WAIT_MS / 500)
    checks.check("%d ms seen of %d" % (seen, WORK_MS), 0.9 * WORK_MS < seen < 1.1 * WORK_MS)
