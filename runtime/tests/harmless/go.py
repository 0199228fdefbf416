# SPDX-License-Identifier: Apache-2.0
"""A program in Go, linked with libc, works on as it would.
Arguments: libwhodunit.so, go, go_host.go."""
import os, subprocess, sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    program = os.path.join(checks.directory, "go_host")
    environment = dict(os.environ, GOFLAGS="-mod=mod", GO111MODULE="off", CGO_ENABLED="1")
    subprocess.run([sys.argv[2], "build", "-o", program, sys.argv[3]], check=True, env=environment)
    recorded, samples, _ = checks.compare("go", [program])
    checks.check("go: its work is recorded", sum(samples.values()) >= 1000 / hosts.TICK_MS / 4, str(samples))
