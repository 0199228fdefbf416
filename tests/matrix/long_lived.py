# SPDX-License-Identifier: Apache-2.0
"""Servers that run as long as the soak does, each twice: recorded, and for comparison without the library."""
import concurrent.futures, contextlib, os, pathlib, signal, subprocess, threading, time

import programs, watched
from servers import languages, stores, web

END_S, BURST = 40, 8
# SIGTERM makes php-fpm send its children SIGKILL at once, and Go end itself by a system call that libc does not see
LOSE_LAST_FILE = {languages.php_fpm, web.caddy}


def sends(name):
    return lambda server: server.process.send_signal(getattr(signal, "SIG" + name))


def saves(server):
    """redis forks and writes its data."""
    programs.talk(server.port, "BGSAVE\r\n", end=b"\r\n")


# what is run, with which options of `record`, and what is done to it every now and then
CHOSEN = [
    (web.nginx_workers, ["--messages", "on"], [sends("HUP"), sends("USR1")]),
    (web.apache_prefork, [], [sends("USR1")]),
    (web.apache_event, ["--messages", "on", "--flows", "on"], [sends("USR1")]),
    (stores.redis, [], [saves]),
    (languages.php_fpm, ["--messages", "on"], [sends("USR2")]),
    (stores.mariadb, [], []),
    (stores.postgres, ["--messages", "on"], [sends("HUP")]),
    (languages.gunicorn, [], [sends("HUP")]),
    (languages.python_threads, ["--publish", "on"], []),
    (stores.memcached, ["--engine", "kernel", "--waits", "on"], []),
    (languages.java, ["--messages", "on"], []),
]


class Server:
    """One running server."""

    def __init__(self, make, home, record):
        os.makedirs(home)
        self.port = programs.free_port()
        self.program = make(home, self.port)
        self.failed = self.asked = 0
        self.measures = []
        with open(home + "/stdout", "wb") as out, open(home + "/stderr", "wb") as err:
            self.process = subprocess.Popen(
                record + self.program.command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=home,
                env={**os.environ, "LC_ALL": "C", **self.program.environment}, start_new_session=True)

    def ask(self):
        self.asked += 1
        try:
            self.program.ask()
        except (OSError, subprocess.SubprocessError):
            self.failed += 1

    def wait_until_ready(self):
        until = time.monotonic() + 3 * self.program.ready_s
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                self.program.ask()
                return
            time.sleep(0.2)
        status = self.process.poll()
        raise RuntimeError("it is not ready" if status is None else f"it has ended with status {status}")

    def stop(self):
        """Its exit status, or that it does not end."""
        if self.process.poll() is None:
            self.process.send_signal(getattr(signal, "SIG" + self.program.stop))
        try:
            return self.process.wait(END_S)
        except subprocess.TimeoutExpired:
            return "does not end"


class Pair:
    """A server recorded and the same one not; both are asked and told the same."""

    def __init__(self, make, options, deeds, work, whodunit):
        self.make, self.name, self.deeds = make, make.__name__, deeds
        self.recording = f"{work}/recordings/{self.name}"
        self.recorded = Server(make, f"{work}/{self.name}", [whodunit, "record", "-o", self.recording, *options, "--"])
        self.plain = Server(make, f"{work}/{self.name}-plain", [])
        self.both = (self.recorded, self.plain)
        self.sizes = []

    def work(self, ended, share, every_s):
        """Asks both in turn with that share of the time, and does its deeds."""
        for server in self.both:
            server.wait_until_ready()
        turn, next_deed = 0, time.monotonic() + every_s
        while not ended.is_set():
            started = time.monotonic()
            for server in self.both:
                server.ask()
            if time.monotonic() > next_deed:
                next_deed += every_s
                turn += 1
                self.burst()
                for server in self.both if self.deeds else ():
                    with contextlib.suppress(OSError):
                        self.deeds[turn % len(self.deeds)](server)
            took = time.monotonic() - started
            ended.wait(min(2, max(0.05, took * (1 / share - 1))))

    def burst(self):
        """Many clients at once, so that servers that fork or start threads by need do so."""
        for server in self.both:
            with concurrent.futures.ThreadPoolExecutor(BURST) as pool:
                for _ in range(BURST):
                    pool.submit(server.ask)

    def measure(self):
        for server in self.both:
            server.measures.append(watched.measure(server.process.pid))
        self.sizes.append(watched.bytes_below(self.recording))

    def problems(self):
        """What grew, and whether the recorded one answered as well as the other; in words."""
        yield from watched.grown(self.recorded.measures, self.plain.measures)
        if self.recorded.failed > 2 * self.plain.failed + 5:
            yield f"{self.recorded.failed} of {self.recorded.asked} requests failed, without the library " \
                  f"{self.plain.failed}"
        sizes = self.sizes
        if len(sizes) >= 16:
            n = len(sizes)
            second, last = sizes[n // 2] - sizes[n // 4], sizes[-1] - sizes[n - 1 - n // 4]
            if last > 1.5 * second + (1 << 20):
                yield f"its recording grows faster: {second >> 10} kB in the second quarter, {last >> 10} in the last"

    def stop(self):
        """Ends both, and tells what is not as it should be then."""
        status, other = self.recorded.stop(), self.plain.stop()
        if status != other:
            yield f"its exit status is {status}, without the library {other}"
        deadline = time.monotonic() + 5  # children end after their parent
        while parts(self.recording) and time.monotonic() < deadline:
            time.sleep(0.1)
        if self.make not in LOSE_LAST_FILE and parts(self.recording):
            yield f"it leaves unfinished files: {parts(self.recording)[:3]}"


def parts(recording):
    return sorted(p.name for p in pathlib.Path(recording).glob("*.part"))


def start(work, whodunit, only=()):
    return [Pair(*chosen, work, whodunit) for chosen in CHOSEN if not only or chosen[0].__name__ in only]


def threads_of(pairs, ended, share, every_s, went_wrong):
    """A thread for each pair."""
    def run(pair):
        try:
            pair.work(ended, share, every_s)
        except Exception as e:
            went_wrong(f"{pair.name}: {e!r}")
    return [threading.Thread(target=run, args=(p,), daemon=True) for p in pairs]
