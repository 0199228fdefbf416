# SPDX-License-Identifier: Apache-2.0
"""Servers and tools that come and go under record all the time, and end in every way that there is."""
import collections, contextlib, os, pathlib, random, shutil, signal, subprocess, time

import long_lived, programs, tools, watched
from servers import languages, others, resolvers, stores, web

SERVERS = [web.nginx, web.nginx_workers, stores.redis, stores.memcached, web.haproxy, web.lighttpd,
           web.apache_prefork, web.apache_event, languages.php_fpm, languages.gunicorn, languages.python_threads,
           resolvers.unbound, resolvers.dnsmasq, others.tor, stores.mosquitto, others.rsyslog, others.chronyd,
           languages.node, languages.java, web.caddy]
TOOLS = [tools.bash, tools.dash, tools.git, tools.perl, tools.python, tools.python_spawn, tools.xz, tools.ripgrep,
         tools.busybox, tools.limits, tools.unshared]
OPTIONS = [[], [], ["--messages", "on"], ["--flows", "on"], ["--messages", "on", "--publish", "on"],
           ["--engine", "cpu-clock"], ["--engine", "kernel", "--waits", "on"], ["--libevent"], ["--rotate", "1s"]]
# asked to end; twice; its first process killed, or all of them; killed while it starts
ENDS = ["stop", "stop", "stop", "twice", "kill", "kill all", "early"]
STAYS_S, LEAVES_S, INFO_EVERY = 2.5, 6, 8
OURS = (".jfr", ".jfr.part", ".waits", ".socket", "channels.table")


class Coming:
    """One thread of comings and goings."""

    def __init__(self, number, work, whodunit, share, pause_s, went_wrong):
        self.number, self.work_folder, self.whodunit = number, work, whodunit
        self.share, self.pause_s, self.went_wrong = share, pause_s, went_wrong
        self.random = random.Random(number)
        self.count, self.kinds, self.plain_status = 0, collections.Counter(), {}

    def work(self, ended):
        while not ended.wait(self.pause_s):
            self.count += 1
            make = self.random.choice(SERVERS + TOOLS)
            options, end = self.random.choice(OPTIONS), self.random.choice(ENDS)
            name = "%s %s, %s" % (make.__name__, " ".join(options), end)
            home = f"{self.work_folder}/coming-{self.number}-{self.count}"
            try:
                for problem in self.once(make, options, end, home):
                    self.went_wrong(f"{name}: {problem}")
            except Exception as e:
                if not ended.is_set():
                    self.went_wrong(f"{name}: {e}: {said(home + '/run')}")
            finally:
                shutil.rmtree(home, ignore_errors=True)

    def once(self, make, options, end, home):
        recording = home + "/recording"
        server = long_lived.Server(make, home + "/run", [self.whodunit, "record", "-o", recording, *options, "--"])
        tool = not server.program.ask
        self.kinds["tools" if tool else "servers"] += 1
        if end == "early":
            time.sleep(self.random.uniform(0, 0.4))
            server.process.kill()
        elif not tool:
            server.wait_until_ready()
            self.load(server)
        status = self.finish(server, end, tool)
        yield from self.left(server, end)
        if end in ("stop", "twice") or tool and end != "early":
            expected = self.status_without(make, home + "/plain", end, tool)
            # a server takes its handlers away before it ends, and our last file is written then
            may_be_killed = end == "twice" and status == -getattr(signal, "SIG" + server.program.stop)
            if status != expected and not may_be_killed:
                yield f"status {status}, without the library {expected}: {said(home + '/run')}, " \
                      f"{said(home + '/plain')}"
            if end == "stop" and make not in long_lived.LOSE_LAST_FILE and long_lived.parts(recording):
                yield f"unfinished files: {long_lived.parts(recording)[:3]}"
            if self.count % INFO_EVERY == 0:
                yield from readable(self.whodunit, recording)
        strange = [n for n in names(recording) if not n.endswith(OURS)]
        if strange:
            yield f"in the recording: {strange[:3]}"

    def load(self, server):
        until = time.monotonic() + self.random.uniform(0.3, STAYS_S)
        while time.monotonic() < until:
            started = time.monotonic()
            server.ask()
            time.sleep((time.monotonic() - started) * (1 / self.share - 1))

    def finish(self, server, end, tool):
        process = server.process
        if not tool and end in ("stop", "twice"):
            if end == "twice":
                process.send_signal(getattr(signal, "SIG" + server.program.stop))
                time.sleep(self.random.uniform(0, 0.05))
            return server.stop()
        if not tool and end == "kill":
            process.kill()
        if not tool and end == "kill all":
            os.killpg(process.pid, signal.SIGKILL)
        try:
            return process.wait(120)
        except subprocess.TimeoutExpired:
            return "does not end"

    def left(self, server, end):
        """Processes of its session that are still there. Children of one that was killed are not its business."""
        session = server.process.pid
        remaining = lambda: [p for p in watched.processes().values() if p.session == session and p.state != "Z"]
        if end in ("stop", "twice"):
            until = time.monotonic() + LEAVES_S
            while remaining() and time.monotonic() < until:
                time.sleep(0.1)
            if remaining():
                yield "left behind: " + "; ".join(map(watched.told, remaining()[:3]))
        for process in remaining():
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGKILL)
        until = time.monotonic() + LEAVES_S
        while remaining() and time.monotonic() < until:
            time.sleep(0.1)
        if remaining():
            yield "not even killed: " + "; ".join(map(watched.told, remaining()[:3]))

    def status_without(self, make, home, end, tool):
        """The exit status of the same without the library; asked once."""
        if (make, end) not in self.plain_status:
            server = long_lived.Server(make, home, [])
            if not tool:
                server.wait_until_ready()
                self.load(server)  # one that is asked to end while it still begins may end otherwise
            self.plain_status[make, end] = self.finish(server, end, tool)
            for _ in self.left(server, end):
                pass
        return self.plain_status[make, end]


def names(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []


def said(home):
    with contextlib.suppress(OSError):
        return pathlib.Path(home, "stderr").read_text(errors="replace")[-300:].replace("\n", " | ")


def readable(whodunit, recording):
    if not any(n.endswith(".jfr") for n in names(recording)):
        return
    result = subprocess.run([whodunit, "info", recording], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode:
        yield "cannot be read: " + result.stderr.decode(errors="replace")[-300:]
