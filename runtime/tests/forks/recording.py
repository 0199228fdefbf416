# SPDX-License-Identifier: Apache-2.0
"""A program as it runs under `whodunit record`: what was recorded of its processes, and their CPU by the kernel."""
import contextlib, os, pathlib, shutil, sys, tempfile, time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path += [str(TESTS / "harmless"), str(TESTS / "crosstalk")]
import jfr  # noqa: E402
import records  # noqa: E402

INTERVAL_S = 0.004


@contextlib.contextmanager
def home():
    """A place that every user can reach and only its owner can write to."""
    path = tempfile.mkdtemp(prefix="whodunit-forks-")
    os.chmod(path, 0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def environment(library, directory, engine):
    return dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=directory, WHODUNIT_ENGINE=engine,
                WHODUNIT_INTERVAL="4ms")


def make(directory):
    """As `whodunit record` makes it."""
    os.mkdir(directory)
    if os.geteuid() == 0:
        os.chmod(directory, 0o1777)


class Recorded:
    """Of all processes together, in seconds: CPU by the kernel, but for the recorder's own threads, and by samples."""

    def __init__(self, directory, usage):
        found, self.cut = jfr.recorded(directory)
        self.samples = {}
        for (process, _), n in found.items():
            self.samples[process] = self.samples.get(process, 0) + n
        self.cpu = usage.ru_utime + usage.ru_stime - self.recorders(directory)
        self.sampled = sum(self.samples.values()) * INTERVAL_S
        self.processes = {name.rsplit("-", 3)[1] for name in jfr.files(directory)}
        self.owners = {pathlib.Path(directory, name).owner() for name in jfr.files(directory)}

    def recorders(self, directory):
        return sum(records.Recording(directory, process).health.get("cpu.recorder_us", 0)
                   for process in self.samples) / 1e6

    def __str__(self):
        return "%.2f s of CPU, %.2f s sampled (%+.1f%%), in %d processes of %s" % (
            self.cpu, self.sampled, 100 * (self.sampled / self.cpu - 1), len(self.processes), sorted(self.owners))

    def is_within(self, share):
        return abs(self.sampled - self.cpu) <= share * self.cpu


def ended(process):
    """Waits for it; its usage, with all that it has waited for. One that does not end is an error."""
    for _ in range(600):
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage
        time.sleep(0.05)
    process.kill()
    sys.exit("%s does not end" % process.args[0])
