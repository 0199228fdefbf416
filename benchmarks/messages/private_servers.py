# SPDX-License-Identifier: Apache-2.0
"""Real servers, private and on loopback, each with client scripts of different cost. Each class has

    SCRIPTS             the client scripts' names
    TIERS               the tiers that are held against the truth, the server itself first
    client(name, s)     the command which sends that script's requests for `s` seconds
    count(name, said)   how many it has sent, by what it has printed
    processes           by tier, the first process
    spent(tier)         by script, nanoseconds by a clock in the server, or None: it has none
"""
import collections, contextlib, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[1]
sys.path += [str(HERE.parent), str(HOME / "runtime" / "tests" / "postgres")]
from pairs import answers, cpu_seconds_of_all, free_port  # noqa: E402
from private_postgres import Server as PrivatePostgres, as_server  # noqa: E402
import request_clock  # noqa: E402

PATH = os.environ["PATH"] + ":/usr/sbin"
PYTHON = "/usr/bin/python3" # whose packages are Debian's
CONNECTIONS = 2 # of each client

NGINX = """daemon off; worker_processes 1; pid {home}/origin.pid; error_log {home}/origin.log crit;
events {{ worker_connections 500; }}
http {{ access_log off; keepalive_requests 100000000; client_max_body_size 10m; client_body_buffer_size 1m;
 upstream taker {{ server 127.0.0.1:{port}; keepalive 8; }}
 server {{ listen 127.0.0.1:{port}; root {home}/html; index none;
  location /new/ {{ add_header Cache-Control no-store; try_files /small =404; }}
  location /take {{ proxy_pass http://taker/taken; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  location /taken {{ return 200 "thanks"; }}
  location / {{ types {{ }} default_type text/html; add_header Cache-Control "public, max-age=3600"; }} }} }}
"""
HAPROXY = """defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
  compression algo gzip
  compression type text/html
listen front
  bind 127.0.0.1:{port}
  server origin 127.0.0.1:{origin}
"""
SQUID = """http_port 127.0.0.1:{port}
http_access allow all
pid_filename none
access_log none
cache_log {home}/cache.log
coredump_dir {home}
shutdown_lifetime 0 seconds
cache_mem 100 MB
maximum_object_size_in_memory 1 MB
"""


class Server:
    """`recording`: where it is recorded, or None."""
    SCRIPT_OF = None # by the first part of a request's path, where a clock can tell scripts by that

    def __init__(self, recording):
        self.recording, self.processes, self.all = recording, {}, contextlib.ExitStack()
        self.home = self.all.enter_context(tempfile.TemporaryDirectory(dir="/var/tmp", prefix="whodunit-servers-"))
        os.chmod(self.home, 0o755)

    def __enter__(self):
        with self.all:
            self.start()
            self.warm()
            self.all = self.all.pop_all()
        return self

    def __exit__(self, *error):
        self.all.close()

    def warm(self):
        pass

    def recorded(self, tier, command):
        if not self.recording:
            return command
        return [str(HOME / "whodunit"), "record", "--messages", "on", "--interval", "4ms", "-o", self.recording,
                "--tier", tier, "--", *command]

    def run(self, tier, port, *command):
        log = self.home + "/" + tier + ".out"
        environment = dict(os.environ, PATH=PATH, REQUEST_CLOCK=self.clock(tier))
        if self.SCRIPT_OF and self.recording:
            command = request_clock.in_front(request_clock.build(self.home), command)
        with open(log, "w", encoding="utf-8") as to:
            process = subprocess.Popen(self.recorded(tier, list(command)), stdout=to, stderr=to, env=environment)
        self.processes[tier] = process.pid
        self.all.callback(self.stop, process)
        while not answers(port):
            if process.poll() is not None:
                sys.exit("%s did not start:\n%s" % (tier, pathlib.Path(log).read_text(encoding="utf-8")))
            time.sleep(0.05)
        return process

    def clock(self, tier):
        return self.home + "/" + tier + ".clock"

    def spent(self, tier):
        if not self.SCRIPT_OF:
            return None
        by_script = collections.Counter()
        for name, nanos in request_clock.nanos(self.clock(tier)).items():
            by_script[self.SCRIPT_OF.get(name, name)] += nanos
        return by_script

    def stop(self, process):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def write(self, name, text):
        path = pathlib.Path(self.home, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)


class Http(Server):
    """In front of nginx; `ASKS`: of each script method, path and bytes of the body."""
    SCRIPT_OF = {"take": "upload", "taken": "upload"} # others' paths begin with their names

    def start(self):
        self.write("html/small", "small " * 170)
        self.write("html/page", "".join("<p>line %d of a page</p>\n" % i for i in range(1500)))
        self.write("html/large", "large " * 10_000)
        self.origin = free_port()
        self.run("origin", self.origin, "nginx", "-c",
                 self.write("nginx.conf", NGINX.format(home=self.home, port=self.origin)), "-e", "stderr")
        self.port = free_port()
        self.front()

    def target(self, path):
        return path

    def client(self, name, seconds):
        method, path, size = self.ASKS[name]
        headers = ["-H", "Accept-Encoding: gzip"] if path == "/page" else []
        return ["wrk", "-t1", "-c%d" % CONNECTIONS, "-d%ds" % seconds, "-s", str(HERE / "ask.lua"), *headers,
                "http://127.0.0.1:%d" % self.port, "--", method, self.target(path), str(size)]

    def count(self, name, said):
        if "Non-2xx" in said:
            sys.exit("%s: not every answer is one:\n%s" % (name, said))
        return int(re.search(r"(\d+) requests in", said).group(1))

    def warm(self):
        for name in self.ASKS:
            subprocess.run(self.client(name, 1), check=True, capture_output=True)


class Haproxy(Http):
    """Forwards all; compresses pages."""
    TIERS = ["haproxy", "origin"]
    ASKS = {"small": ("GET", "/small", 0), "large": ("GET", "/large", 0), "page": ("GET", "/page", 0),
            "upload": ("POST", "/take", 20_000)}
    SCRIPTS = list(ASKS)

    def front(self):
        self.run("haproxy", self.port, "haproxy", "-db", "-f",
                 self.write("haproxy.conf", HAPROXY.format(port=self.port, origin=self.origin)))


class Squid(Http):
    """Has small and large objects in memory; what is new it asks for; what is taken it passes on."""
    TIERS = ["squid", "origin"]
    ASKS = {"small": ("GET", "/small", 0), "large": ("GET", "/large", 0), "new": ("GET", "/new/%d", 0),
            "upload": ("POST", "/take", 20_000)}
    SCRIPTS = list(ASKS)

    def front(self):
        os.chmod(self.home, 0o777)
        self.run("squid", self.port, "squid", "-N", "-f",
                 self.write("squid.conf", SQUID.format(home=self.home, port=self.port)))

    def target(self, path):
        return "http://127.0.0.1:%d%s" % (self.origin, path)


class Redis(Server):
    """Asked by Debian's Python client."""
    TIERS = ["redis"]
    SCRIPTS = ["get", "large", "sort", "lua", "pipeline"]

    def start(self):
        self.port = free_port()
        self.run("redis", self.port, "redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no",
                 "--dir", self.home)

    def warm(self):
        subprocess.run(self.client("fill", 0), check=True)

    def client(self, name, seconds):
        return [PYTHON, str(HERE / "ask_redis.py"), str(self.port), name, str(seconds)]

    def count(self, name, said):
        return int(said)


class Postgres(Server):
    """Asked by pgbench, each script by one of its own."""
    TIERS = ["postgres"]
    TEXTS = {
        "key": "\\set a random(1, 100000)\nSELECT abalance FROM pgbench_accounts WHERE aid = :a;\n",
        "sum": "\\set a random(1, 95000)\n"
               "SELECT sum(abalance) FROM pgbench_accounts WHERE aid BETWEEN :a AND :a + 1000;\n",
        "sort": "SELECT count(*) FROM (SELECT md5(g::text) FROM generate_series(1, 1000) g ORDER BY 1) s;\n",
        "change": "\\set a random(1, 100000)\nBEGIN;\nUPDATE pgbench_accounts SET abalance = abalance + 1 "
                  "WHERE aid = :a;\nSELECT abalance FROM pgbench_accounts WHERE aid = :a;\nEND;\n",
    }
    SCRIPTS = list(TEXTS)

    def start(self):
        for name, text in self.TEXTS.items():
            self.write("scripts/" + name, text)
        library = str(HOME / "build/dist/lib/libwhodunit.so") if self.recording else None
        self.server = self.all.enter_context(PrivatePostgres(
            library, {"max_connections": "50", "shared_buffers": "128MB", "autovacuum": "off"},
            {"WHODUNIT_DIR": self.recording, "WHODUNIT_MESSAGES": "on"} if self.recording else None))
        self.processes["postgres"] = self.server.process.pid

    def warm(self):
        for what in (["-i", "-q", "-s", "1"], ["-n", "-S", "-T", "1"]):
            subprocess.run(self.pgbench() + what + ["postgres"], check=True, capture_output=True)

    def pgbench(self):
        return ["pgbench", "-h", self.server.home, "-p", str(self.server.port), "-U", "tester"]

    def client(self, name, seconds):
        return self.pgbench() + ["-n", "-c", str(CONNECTIONS), "-T", str(seconds), "-f",
                                 self.home + "/scripts/" + name, "postgres"]

    def count(self, name, said):
        return int(re.search(r"transactions actually processed: (\d+)", said).group(1))


SERVERS = {"squid": Squid, "haproxy": Haproxy, "redis": Redis, "postgres": Postgres}
NEEDS = {"squid": ["squid", "nginx", "wrk"], "haproxy": ["haproxy", "nginx", "wrk"], "redis": ["redis-server"],
         "postgres": ["pgbench"]}


def missing(name):
    return [program for program in NEEDS[name] if not shutil.which(program, path=PATH)]
