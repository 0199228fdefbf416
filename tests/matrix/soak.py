# SPDX-License-Identifier: Apache-2.0
"""The soak: see its help. It is process 1 of a namespace of its own, so whatever is there at the end was left."""
import argparse, collections, contextlib, os, pathlib, shutil, signal, subprocess, sys, tempfile, threading, time

import comings, long_lived, quick, watched

WHODUNIT = os.path.join(os.environ.get("WHODUNIT_HOME", "."), "whodunit")
MEASURE_S, TELL_S = 10, 60
BPF_PROGRAMS = {"tick", "leave", "executes", "switches", "wakes", "forks", "exits"}
# what JVMs and Python's multiprocessing leave when they are killed
NOT_OURS = ("/tmp/hsperfdata", "/tmp/.java_pid", "/dev/shm/sem.mp-")
EPILOG = """\
Servers that run all the time (nginx, Apache prefork and event, redis, php-fpm, MariaDB, PostgreSQL, gunicorn, a thread
per request in Python, memcached with --engine kernel, a JVM) are each there twice, with and without the library, asked
the same and reloaded, forked and sent many clients at the same times. Beside them servers and tools come and go under
record, with all kinds of options, and end by SIGTERM, kill -9 of one or all processes, or while they start; and
quick servers are started and ended as often as that can be done.

What fails it:
  - memory (anonymous and shared), descriptors, threads, mappings or processes of a server that are more in each later
    quarter of the time and by more than a little, where the same server without the library does not grow so;
  - a recording that grows faster than it did, has unfinished files after a stop, or that info cannot read;
  - a request that fails, an exit status that is another one, a process that does not end or stays, a start that
    crashes;
  - files in /tmp and /dev/shm, shared memory, semaphores and BPF programs that are left.
/tmp, /dev/shm, IPC, ports and process numbers are its own (namespaces; as root), the rest is in /var/tmp and goes at
the end; Ctrl-C leaves nothing.

examples:
  tests/matrix/soak --minutes 5                                   does it run at all?
  nice -n 10 tests/matrix/soak --load 0.05 --comings 1 --pause 8 >soak.log
                                                                  the hour, on a machine that others use
  WHODUNIT_HOME=/opt/whodunit tests/matrix/soak                   another build
"""


class Soak:
    def __init__(self, options):
        self.options, self.work = options, options.work
        self.ended, self.problems, self.lock = threading.Event(), collections.Counter(), threading.Lock()
        self.started = time.monotonic()

    def went_wrong(self, problem):
        with self.lock:
            self.problems[problem] += 1
            first = self.problems[problem] == 1
        if first:
            self.tell("PROBLEM " + problem)

    def tell(self, text):
        seconds = time.monotonic() - self.started
        print("%02d:%02d %s" % (seconds // 60, seconds % 60, text), flush=True)

    def run(self):
        share = self.options.load / 10
        programs_before = bpf_programs()
        self.tell(f"starting in {self.work}")
        pairs = long_lived.start(self.work, WHODUNIT, self.options.only)
        pause_s = self.options.pause
        coming = [comings.Coming(i, self.work, WHODUNIT, share * 3, pause_s, self.went_wrong)
                  for i in range(self.options.comings)]
        self.quick = quick.Quick(self.work, WHODUNIT, pause_s / 10, self.went_wrong)
        threads = long_lived.threads_of(pairs, self.ended, share, self.options.every, self.went_wrong)
        threads += [threading.Thread(target=c.work, args=(self.ended,), daemon=True) for c in [*coming, self.quick]]
        for thread in threads:
            thread.start()
        self.watch(pairs, coming)
        self.ended.set()
        for thread in threads:
            thread.join(180)
        self.finish(pairs, programs_before)
        return self.judge(pairs)

    def watch(self, pairs, coming):
        until, next_word, suspects = self.started + 60 * self.options.minutes, self.started + TELL_S, set()
        while time.monotonic() < until:
            for pair in pairs:
                pair.measure()
                if any(server.process.poll() is not None for server in pair.both):
                    self.went_wrong(f"{pair.name} has ended by itself: " +
                                    str([server.process.returncode for server in pair.both]))
            suspects = reap(suspects)
            if time.monotonic() >= next_word:
                next_word += TELL_S
                self.tell(self.word(pairs, coming))
            time.sleep(max(0, min(MEASURE_S, until - time.monotonic())))

    def word(self, pairs, coming):
        kinds = sum((c.kinds for c in coming), collections.Counter())
        memory = ["%s %+.1f" % (p.name, (p.recorded.measures[-1]["memory_kb"] - p.plain.measures[-1]["memory_kb"]) /
                                1024) for p in pairs]
        return "%d requests, %d servers and %d tools came, %d quick starts, %d MB of recordings, %d problems; " \
               "MB more than plain: %s" % (
                   sum(s.asked for p in pairs for s in p.both), kinds["servers"], kinds["tools"], self.quick.starts,
                   sum(p.sizes[-1] for p in pairs) >> 20, len(self.problems), ", ".join(memory))

    def finish(self, pairs, programs_before):
        """Ends the servers, reads what they recorded, and looks for what is left."""
        for problem in self.quick.problems():
            self.went_wrong(problem)
        for pair in pairs:
            for problem in [*pair.problems(), *pair.stop()]:
                self.went_wrong(f"{pair.name}: {problem}")
        until = time.monotonic() + 20
        while others() and time.monotonic() < until:
            reap(others(zombies=True))
            time.sleep(0.2)
        for process in others():
            self.went_wrong("a process is left: " + watched.told(process))
        kill_all()
        for pair in pairs:
            before = time.monotonic()
            for problem in comings.readable(WHODUNIT, pair.recording):
                self.went_wrong(f"{pair.name}: {problem}")
            self.tell("%s: %d MB in %d files, read in %.0f s" % (
                pair.name, watched.bytes_below(pair.recording) >> 20, len(comings.names(pair.recording)),
                time.monotonic() - before))
        for name, count in [*watched.files("/tmp", NOT_OURS).items(), *watched.files("/dev/shm", NOT_OURS).items()]:
            self.went_wrong(f"{count} files {name} are left")
        for line in watched.ipc():
            self.went_wrong("of System V is left: " + line)
        until = time.monotonic() + 60  # somebody else's recording may end as well
        while bpf_programs() - programs_before and time.monotonic() < until:
            time.sleep(1)
        more = bpf_programs() - programs_before
        if more:
            self.went_wrong(f"BPF programs that no process holds are left: {sorted(more)[:5]}")

    def judge(self, pairs):
        print("\n%-15s %9s %17s %17s %17s %17s %17s %17s" % ("at the end", "requests", "memory MB", "shared MB",
                                                            "resident MB", "descriptors", "threads", "mappings"))
        for pair in pairs:
            with_it, without = (watched_last(server) for server in pair.both)
            print("%-15s %9d" % (pair.name, pair.recorded.asked), *(
                "%17s" % ("%.0f (%.0f)" % (with_it[k] / d, without[k] / d)) for k, d in
                (("memory_kb", 1024), ("shared_kb", 1024), ("resident_kb", 1024), ("descriptors", 1), ("threads", 1),
                 ("mappings", 1))))
        print("in brackets: without the library; medians of the last quarter")
        for problem, count in self.problems.items():
            print("%4d x %s" % (count, problem))
        print("nothing grew, nothing is left" if not self.problems else f"{len(self.problems)} problems", flush=True)
        return 1 if self.problems else 0


def watched_last(server):
    return {what: watched.quarters([m[what] for m in server.measures])[3] for what in server.measures[-1]}


def others(zombies=False):
    """Processes of the namespace but this one."""
    return {p for p in watched.processes().values() if p.pid != os.getpid() and (p.state == "Z") == zombies}


def reap(suspects):
    """Waits for orphans that became ours: those that were seen before, so that nobody else waits for them."""
    now = {p for p in others(zombies=True) if p.parent == os.getpid()}
    for process in now & suspects:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(process.pid, os.WNOHANG)
    return now


def kill_all():
    if os.getpid() == 1:  # of our namespace, which -1 means
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def bpf_programs():
    """The numbers of BPF programs of ours that no process here holds."""
    result = subprocess.run(["bpftool", "prog", "show"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found, number = set(), None
    for line in result.stdout.splitlines():
        if line[:1].isdigit():
            number = line.split(":")[0]
            if line.partition("name ")[2].split(" ")[0] in BPF_PROGRAMS:
                found.add(number)
        elif "pids " in line:
            found.discard(number)
    return found


def main():
    parser = argparse.ArgumentParser(
        prog="tests/matrix/soak", formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EPILOG,
        description="Mixed load under `whodunit record` for an hour, and what it leaves. Ends with status 1 and a list "
                    "of what grew\nor stayed.")
    parser.add_argument("only", nargs="*", help="of the servers that run all the time only these")
    parser.add_argument("--minutes", type=float, default=60, help="how long (default %(default)s)")
    parser.add_argument("--load", type=float, default=0.5,
                        help="processors that the servers which run all the time may keep busy (default %(default)s)")
    parser.add_argument("--comings", type=int, default=2,
                        help="how many come and go at the same time (default %(default)s)")
    parser.add_argument("--pause", type=float, default=0,
                        help="seconds between two of those, and a tenth of it between two quick starts "
                             "(default %(default)s)")
    parser.add_argument("--every", type=float, default=20,
                        help="seconds between reloads, forks and bursts (default %(default)s)")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    tempfile.tempdir = options.work
    os.chmod(options.work, 0o755)
    pathlib.Path(options.work, "recordings").mkdir()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return Soak(options).run()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        return 130
    finally:
        kill_all()
        shutil.rmtree(options.work, ignore_errors=True)


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # threads that wait for a server are not waited for
