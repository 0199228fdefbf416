# SPDX-License-Identifier: Apache-2.0
"""Real pre-forking servers, each private, on the loopback interface: the samples of all processes together are the
group's CPU time by the kernel, also where the children have dropped root.

    servers.py [--cpu SECONDS] [--within SHARE] LIBRARY [SERVER...]
"""
import argparse, contextlib, glob, os, pathlib, shutil, signal, socket, struct, subprocess, sys, textwrap, threading
import time, urllib.request

import recording

# 750 samples have an error of 3.6%. On a quiet machine PostgreSQL, whose start is in processes that are over before
# they are recorded, came to -5 to -6%; the others were within 4%.
WITHIN = 0.08
CPU_S = 3.0  # much, since each child misses some milliseconds, until it is clear that it lasts
PATIENCE = 10  # times the CPU time that is wanted
ATTEMPTS = 5  # ticks are no measure of CPU while others keep the machine busy
CLIENTS, QUERY_S = 4, 1.5
parser = argparse.ArgumentParser()
parser.add_argument("--cpu", type=float, default=CPU_S, help="seconds that each server works (%(default)s)")
parser.add_argument("--within", type=float, default=WITHIN, help="share that samples may be off (%(default)s)")
parser.add_argument("library")
parser.add_argument("server", nargs="*")
asked = parser.parse_args()
library = asked.library


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def write(path, text):
    pathlib.Path(path).write_text(textwrap.dedent(text))
    return path


def content(home):
    """What is dear to compress."""
    folder = pathlib.Path(home, "content")
    folder.mkdir(exist_ok=True)
    words = [str(i * i % 99991) for i in range(60000)]
    (folder / "index.html").write_text(" ".join(words))
    return folder


def get(port):
    request = urllib.request.Request("http://127.0.0.1:%d/" % port, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def nginx(home):
    port = free_port()
    conf = write(home + "/nginx.conf", f"""\
        user www-data; worker_processes 2; daemon off; pid {home}/nginx.pid; error_log {home}/error.log;
        events {{ worker_connections 64; }}
        http {{ access_log off; gzip on; gzip_types *; gzip_comp_level 9; client_body_temp_path {home}/body;
          proxy_temp_path {home}/proxy; fastcgi_temp_path {home}/fastcgi; uwsgi_temp_path {home}/uwsgi;
          scgi_temp_path {home}/scgi;
          server {{ listen 127.0.0.1:{port} reuseport; root {content(home)}; }} }}
        """)
    return ["nginx", "-p", home, "-c", conf], lambda: get(port), signal.SIGQUIT, {}


def apache(home, mpm):
    port, modules = free_port(), "/usr/lib/apache2/modules"
    # authz_core is in every configuration; what Debian has compiled in needs no line
    loads = "\n".join(f"LoadModule {m}_module {modules}/mod_{m}.so" for m in
                      ("mpm_" + mpm, "authz_core", "dir", "mime", "filter", "deflate"))
    limits = ("StartServers 3\nMinSpareServers 1\nMaxSpareServers 5\nMaxRequestWorkers 5" if mpm == "prefork" else
              "StartServers 2\nThreadsPerChild 8\nMinSpareThreads 8\nMaxSpareThreads 24\nMaxRequestWorkers 32")
    conf = write(home + "/apache.conf", f"""\
ServerRoot {home}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {home}/apache.pid
ErrorLog {home}/error.log
{loads}
{limits}
User www-data
Group www-data
TypesConfig /etc/mime.types
DocumentRoot {content(home)}
DirectoryIndex index.html
SetOutputFilter DEFLATE
DeflateCompressionLevel 9
<Directory {home}/content>
Require all granted
</Directory>
""")
    return ["apache2", "-f", conf, "-DFOREGROUND"], lambda: get(port), signal.SIGWINCH, {}


def fastcgi(path, script):
    """One request to a FastCGI server: responder, its parameters, no input."""
    def record(kind, body):
        return struct.pack(">BBHHBB", 1, kind, 1, len(body), 0, 0) + body
    parameters = {"SCRIPT_FILENAME": script, "REQUEST_METHOD": "GET", "SCRIPT_NAME": "/burn.php", "REQUEST_URI": "/"}
    pairs = b"".join(bytes([len(k), len(v)]) + k.encode() + v.encode() for k, v in parameters.items())
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(20)
        s.connect(path)
        s.sendall(record(1, struct.pack(">HB5x", 1, 0)) + record(4, pairs) + record(4, b"") + record(5, b""))
        answer = b""
        while piece := s.recv(65536):
            answer += piece
    assert b"burnt" in answer, answer[-300:]


def php(home):
    listen = home + "/php.socket"
    script = write(home + "/burn.php", """\
        <?php $x = 0; for ($i = 0; $i < 400000; $i++) $x += crc32("$i"); echo "burnt"; """)
    conf = write(home + "/php.conf", f"""\
        [global]
        error_log = {home}/error.log
        daemonize = no
        process_control_timeout = 10
        [www]
        user = www-data
        listen = {listen}
        listen.mode = 0666
        pm = static
        pm.max_children = 4
        """)
    command = sorted(glob.glob("/usr/sbin/php-fpm*"))[-1]
    return [command, "-n", "-y", conf, "-F"], lambda: fastcgi(listen, script), signal.SIGQUIT, {}


def gunicorn(home):
    port = free_port()
    write(home + "/burning.py", """\
        def application(environ, start):
            x = sum(i * i for i in range(200000))
            start("200 OK", [("Content-Type", "text/plain")])
            return [str(x).encode()]
        """)
    command = ["/usr/bin/python3", "/usr/bin/gunicorn", "--workers", "2", "--user", "www-data", "--bind",
               "127.0.0.1:%d" % port, "--chdir", home, "--worker-tmp-dir", "/dev/shm", "burning:application"]
    return command, lambda: get(port), signal.SIGTERM, {"environment": {"HOME": home}}


def postgres(home):
    port, data, programs = free_port(), home + "/data", glob.glob("/usr/lib/postgresql/*/bin")[-1]
    owner = {"user": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
    if owner:
        shutil.chown(home, "postgres")
    subprocess.run([programs + "/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N"], check=True, cwd=home,
                   stdout=subprocess.DEVNULL, **owner)

    def query(statement):
        subprocess.run(["/usr/bin/psql", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-qAtc", statement],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # a connection for each client, and so a backend, for as long as the load lasts
    busy = """do $$ declare until timestamptz := clock_timestamp() + interval '%f s'; begin
              while clock_timestamp() < until loop perform sum(i %% 7) from generate_series(1, 50000) i; end loop;
              end $$""" % QUERY_S
    command = [programs + "/postgres", "-D", data, "-p", str(port), "-k", home, "-c", "listen_addresses=127.0.0.1",
               "-c", "jit=off", "-c", "max_parallel_workers_per_gather=0"]
    return command, lambda: query(busy), signal.SIGINT, {"as": owner, "ready": lambda: query("select 1")}


SERVERS = {
    "nginx": (nginx, 2, lambda: shutil.which("nginx", path="/usr/sbin")),
    "apache_prefork": (lambda home: apache(home, "prefork"), 2, lambda: os.path.exists("/usr/sbin/apache2")),
    "apache_event": (lambda home: apache(home, "event"), 1, lambda: os.path.exists("/usr/sbin/apache2")),
    "php_fpm": (php, 2, lambda: glob.glob("/usr/sbin/php-fpm*")),
    "gunicorn": (gunicorn, 2, lambda: os.path.exists("/usr/bin/gunicorn")),
    "postgres": (postgres, 4, lambda: glob.glob("/usr/lib/postgresql/*/bin/postgres")),
}


def answers(request):
    for _ in range(200):
        with contextlib.suppress(Exception):
            request()
            return
        time.sleep(0.1)
    request()


def used(process):
    """CPU time of its session and its children, of those that have ended, too, in seconds."""
    ticks = 0
    for stat in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = pathlib.Path(stat).read_text().rsplit(")", 1)[1].split()
            ticks += sum(map(int, fields[11:15])) if str(process) in (fields[1], fields[3]) else 0
    return ticks / os.sysconf("SC_CLK_TCK")


def load(request, process):
    """Clients that ask one after the other until enough has been worked; the first that fails is an error."""
    end, failed = time.monotonic() + PATIENCE * asked.cpu, []

    def ask():
        try:
            while used(process) < asked.cpu and time.monotonic() < end and not failed:
                request()
        except Exception as why:  # noqa: BLE001
            failed.append(why)
    threads = [threading.Thread(target=ask) for _ in range(CLIENTS)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed, failed[0]


def measure(configure):
    with recording.home() as home:
        directory = home + "/recording"
        recording.make(directory)
        command, request, stop, how = configure(home)
        command[0] = shutil.which(command[0], path="/usr/sbin:/usr/bin") or command[0]
        with open(home + "/output", "w") as output:
            environment = dict(recording.environment(library, directory, "ctimer"), **how.get("environment", {}))
            process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                                       cwd=home, start_new_session=True, **how.get("as", {}))
        try:
            answers(how.get("ready", request))
            load(request, process.pid)
            process.send_signal(stop)
            usage = recording.ended(process)
        finally:
            process.kill()
            for name in ("output", "error.log"):
                path = pathlib.Path(home, name)
                text = path.read_text(errors="replace") if path.exists() else ""
                lines = [line for line in text.splitlines() if line.startswith("whodunit:")]
                if lines or sys.exc_info()[0]:
                    print("\n".join(lines or text.splitlines()[-10:]))
        return recording.Recorded(directory, usage)


failed = []
for name, (configure, workers, installed) in SERVERS.items():
    if (asked.server and name not in asked.server) or not installed():
        continue
    for attempt in range(ATTEMPTS):
        found = measure(configure)
        right = found.is_within(asked.within) and len([n for n in found.samples.values() if n > 20]) >= workers
        print("%-15s %s%s" % (name, found, "; not finished: %s" % found.cut if found.cut else ""), flush=True)
        if right:
            break
    if not right:
        failed.append(name)
if failed:
    sys.exit("not right: " + ", ".join(failed))
