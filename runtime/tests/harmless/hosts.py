# SPDX-License-Identifier: Apache-2.0
"""Runs a program without and with a recording; what it does is to be the same."""
import difflib, os, shutil, subprocess, sys, tempfile
import jfr

TICK_MS = 4


class Run:
    def __init__(self, command, library=None, directory=None, **options):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("WHODUNIT") and k != "LD_PRELOAD"}
        if library:
            environment.update(LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_INTERVAL="4ms", WHODUNIT_DIR=directory)
        environment.update(options.pop("environment", {}))
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, **options)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            err += b"(does not end)\n"
        self.pid, self.status = process.pid, process.returncode
        self.out, err = out.decode(errors="replace"), err.decode(errors="replace")
        lines = err.splitlines(keepends=True)
        self.told = [line for line in lines if line.startswith("whodunit: ")]
        self.err = "".join(line for line in lines if not line.startswith("whodunit: "))

    def lines(self):
        return (self.out + self.err).splitlines() + ["status %d" % self.status]


class Checks:
    """Says what failed, and ends with a status."""

    def __init__(self, library):
        self.library, self.failed, self.passed = library, 0, 0
        self.directory = tempfile.mkdtemp(prefix="whodunit-harmless-")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.directory, ignore_errors=True)
        if error[0] is None:
            print("%d passed, %d failed" % (self.passed, self.failed))
            sys.exit(1 if self.failed or not self.passed else 0)

    def check(self, what, is_so, detail=""):
        if is_so:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED: %s\n%s" % (what, detail))

    def compare(self, name, command, mode=0o777, without=None, **options):
        """Both runs; the recorded one, its samples by thread, and its unfinished files. `mode` is the recording's;
        `without` a run that was made before."""
        rec = self.last = tempfile.mkdtemp(dir=self.directory)
        os.chmod(rec, mode)
        without = without or Run(command, **options)
        recorded = Run(command, self.library, rec, **options)
        self.check("%s: the same with and without a recording" % name, recorded.lines() == without.lines(),
                   "\n".join(difflib.unified_diff(without.lines(), recorded.lines(), "without", "with", "", "", 1)))
        samples, cut = jfr.recorded(rec)
        return recorded, {thread: n for (pid, thread), n in samples.items() if pid == recorded.pid}, cut
