# SPDX-License-Identifier: Apache-2.0
"""A host whose files may be small only gets no signal for one of ours, in memory or in the recording's directory.
Arguments: libwhodunit.so, memory_limits_host, libwhodunit-flows.so."""
import os, resource, sys, tempfile
import hosts

OPTIONS = {"default": {}, "publish": {"WHODUNIT_PUBLISH": "on"}, "messages": {"WHODUNIT_MESSAGES": "on"},
           "flows": {"WHODUNIT_FLOWS": "on", "LD_PRELOAD": sys.argv[3] + ":" + sys.argv[1]}}

with hosts.Checks(sys.argv[1]) as checks:
    for size in 0, 1 << 10, 4 << 10, 8 << 10, 16 << 10:
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        without = hosts.Run([sys.argv[2], "said"], preexec_fn=limited)
        for name, options in OPTIONS.items():
            recording = tempfile.mkdtemp(dir=checks.directory)
            recorded = hosts.Run([sys.argv[2], "said"], checks.library, recording, environment=options,
                                 preexec_fn=limited)
            checks.check("%s, files of %d bytes: the same with and without a recording" % (name, size),
                         recorded.lines() == without.lines(), "\n".join(recorded.lines()))
