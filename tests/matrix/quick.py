# SPDX-License-Identifier: Apache-2.0
"""Servers that are asked to end while they start, or just after, thousands of times: a crash of one start in a thousand
shows."""
import contextlib, os, pathlib, random, signal, subprocess, time

import programs
from servers import others, resolvers, stores, web

SERVERS = [stores.redis, stores.memcached, web.nginx, web.lighttpd, resolvers.dnsmasq, others.chronyd]
# nginx's master forgets a signal that comes between its pid file and its loop, also without the library (strace -e
# inject=pwrite64:signal=QUIT), and waits for ever
ASKED_FIRST = {web.nginx}
# what one that has not set its handlers yet ends by
BY_THE_SIGNAL = {-signal.SIGTERM, -signal.SIGQUIT}
ENDS_S, LIVES_S, PLAIN_EVERY, TOLD = 30, 0.15, 8, 5
PLAIN_LIVES_S = 0.03  # it is quicker at each of the places where it may be met


class Quick:
    """One thread that starts and ends servers. Every so often without the library: that tells how else one may end."""

    def __init__(self, work, whodunit, pause_s, went_wrong):
        self.home, self.whodunit, self.pause_s, self.went_wrong = f"{work}/quick", whodunit, pause_s, went_wrong
        self.random, self.starts, self.statuses = random.Random(0), 0, {}

    def work(self, ended):
        try:
            self.start_and_end(ended)
        except Exception as e:
            self.went_wrong(f"quick: {e!r}")

    def start_and_end(self, ended):
        recording = self.home + "/recording"
        # what `record` gives to a command, once: its shell costs more than such a start
        inherited = subprocess.run([self.whodunit, "record", "-o", recording, "--", "env", "-0"], check=True,
                                   stdout=subprocess.PIPE).stdout.decode().split("\0")
        recorded = dict(line.split("=", 1) for line in inherited if line)
        made = []
        for make in SERVERS:
            os.makedirs(f"{self.home}/{make.__name__}")
            made.append((make(f"{self.home}/{make.__name__}", programs.free_port()), make in ASKED_FIRST))
        while not ended.wait(self.pause_s):
            self.starts += 1
            (program, asked_first), plain = self.random.choice(made), self.starts % PLAIN_EVERY == 0
            how = (os.environ, PLAIN_LIVES_S) if plain else (recorded, LIVES_S)
            status, said = self.once(program, asked_first, *how)
            mine = self.statuses.setdefault(program.name, {})
            with_it, without = mine.setdefault(status, [0, 0])
            mine[status] = [with_it + (not plain), without + plain]
            if not plain and status == 0 and left(recording):
                self.went_wrong(f"quick {program.name}: unfinished files: {left(recording)[:3]}")
            if not plain and crashed(status):
                self.went_wrong(f"quick {program.name}: status {status}: {said}")
            clear(recording)

    def once(self, program, asked_first, environment, lives_s):
        log = f"{self.home}/output"
        with open(log, "wb") as out:
            process = subprocess.Popen(program.command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                       env={**environment, "LC_ALL": "C", **program.environment},
                                       start_new_session=True)
        until = time.monotonic() + program.ready_s
        while asked_first and process.poll() is None and time.monotonic() < until:
            with contextlib.suppress(OSError):
                program.ask()
                break
            time.sleep(0.01)
        time.sleep(self.random.uniform(0, lives_s))
        process.send_signal(getattr(signal, "SIG" + program.stop))
        try:
            status = process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            status = "does not end"
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return status, pathlib.Path(log).read_text(errors="replace")[-300:].replace("\n", " | ")

    def problems(self):
        """Ends that the same server never had without the library, of those that are no crash."""
        for name, statuses in self.statuses.items():
            for status, (with_it, without) in statuses.items():
                if with_it > TOLD and not without and not crashed(status) and status not in BY_THE_SIGNAL:
                    yield f"quick {name}: {with_it} starts end with status {status}, none without the library"


def crashed(status):
    """No server of these ends so by itself, or by the signal that it is sent."""
    return status == "does not end" or status < 0 and status not in BY_THE_SIGNAL


def left(recording):
    return [n for n in os.listdir(recording) if n.endswith(".part")]


def clear(folder):
    for name in os.listdir(folder):
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, name))
