#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Native clients, which use libpq: two requests of a small web server, in turns, execute one named statement on one
connection, and each execution has the context of its request (docs/postgresql.md, "From native clients").

usage: libpq_clients.py libwhodunit.so

Truth is the CPU that the kernel says the backend used for each request. Clients that are not installed are left out.
"""
import os, re, shutil, socket, subprocess, sys

from private_postgres import Server, as_server, free_port
from real_postgres import Recording

WORK = {"/large": 240000, "/small": 80000}
ROUNDS = 8
STATEMENT = "SELECT pg_backend_pid(), count(md5(i::text)) FROM generate_series(1, %s) i"

PSYCOPG = r"""
import socket, sys, psycopg2
connection = psycopg2.connect(host=sys.argv[1], port=sys.argv[2], user="tester", dbname="postgres")
connection.autocommit = True
cursor = connection.cursor()
cursor.execute("PREPARE burn(int) AS " + sys.argv[4] % "$1")
with socket.create_server(("127.0.0.1", int(sys.argv[3]))) as listener:
    while True:
        client = listener.accept()[0]
        asked = client.recv(4096).decode()
        if asked:
            cursor.execute("EXECUTE burn(%s)", (int(asked.split("n=")[1].split()[0]),))
            client.sendall(b"HTTP/1.0 200 OK\r\n\r\n%d" % cursor.fetchone()[0])
        client.close()
"""

RUBY = r"""
require 'socket'
require 'pg'
home, at, port, statement = ARGV
connection = PG.connect(host: home, port: at, user: 'tester', dbname: 'postgres')
connection.prepare('burn', statement % '$1')
listener = TCPServer.new('127.0.0.1', port.to_i)
loop do
  client = listener.accept
  asked = client.readpartial(4096) rescue ''
  if (n = asked[/n=(\d+)/, 1])
    client.write("HTTP/1.0 200 OK\r\n\r\n" + connection.exec_prepared('burn', [n]).getvalue(0, 0))
  end
  client.close
end
"""

# php opens its extensions with RTLD_DEEPBIND
PHP = r"""<?php
$connection = pg_pconnect("host=$_ENV[CLIENT_HOST] port=$_ENV[CLIENT_PORT] user=tester dbname=postgres");
if (!pg_fetch_row(pg_query($connection, "SELECT 1 FROM pg_prepared_statements WHERE name = 'burn'")))
    pg_prepare($connection, "burn", sprintf($_ENV["CLIENT_STATEMENT"], "\$1"));
if (isset($_GET["n"]))
    echo pg_fetch_result(pg_execute($connection, "burn", [$_GET["n"]]), 0, 0);
"""
PHP_SERVER = r"""printf %s "$0" > client.php
export CLIENT_HOST="$1" CLIENT_PORT="$2" CLIENT_STATEMENT="$4"
exec php -d variables_order=EGPCS -S "127.0.0.1:$3" client.php
"""

# what runs it, and what says whether it is there
CLIENTS = {
    "psycopg": (["/usr/bin/python3", "-c", PSYCOPG], ["/usr/bin/python3", "-c", "import psycopg2"]),
    "ruby": (["ruby", "-e", RUBY], ["ruby", "-e", "require 'pg'"]),
    "php": (["sh", "-c", PHP_SERVER, PHP], ["php", "-r", "exit(extension_loaded('pgsql') ? 0 : 1);"]),
}


def is_there(check):
    return shutil.which(check[0]) and subprocess.run(check, stderr=subprocess.DEVNULL).returncode == 0


def ask(port, path):
    """The backend that answered."""
    with socket.create_connection(("127.0.0.1", port)) as s:
        s.sendall(b"GET %s?n=%d HTTP/1.0\r\n\r\n" % (path.encode(), WORK[path]))
        answer = b""
        while more := s.recv(4096):
            answer += more
    return int(answer.split(b"\r\n\r\n")[1])


def cpu_ns(process):
    with open("/proc/%d/schedstat" % process) as file:
        return int(file.read().split()[0])


def until_it_listens(process, port):
    for _ in range(600):
        assert process.poll() is None, "the client ended with %d" % process.returncode
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
    raise SystemExit("the client does not listen")


def serve(server, name, command):
    """The backend, and the CPU that it has used for each path."""
    port = free_port()
    environment = dict(os.environ, LD_PRELOAD=server.library, WHODUNIT_RUN="1", WHODUNIT_DIR=server.recording,
                       WHODUNIT_TIER=name, WHODUNIT_MESSAGES="on")
    process = subprocess.Popen([*as_server(), *command, server.home, str(server.port), str(port), STATEMENT],
                               env=environment, cwd=server.home)
    try:
        until_it_listens(process, port)
        backend = ask(port, "/small")  # it is recorded from then on
        used = dict.fromkeys(WORK, 0)
        used["/small"] = cpu_ns(backend)
        for _ in range(ROUNDS):
            for path in WORK:
                before = cpu_ns(backend)
                assert ask(port, path) == backend
                used[path] += cpu_ns(backend) - before
        return backend, used
    finally:
        process.terminate()
        process.wait(60)


def check(server, name, backend, used):
    client, database = Recording(server.recording, prefix=name + "-"), Recording(server.recording, backend, "postgres-")
    uids = {re.fullmatch(r".*-([0-9a-f]{16})-\d+\.jfr(\.part)?", f)[1] for f in os.listdir(server.recording)
            if f.startswith(name + "-")}
    found = dict.fromkeys(WORK, 0)
    others = 0
    for context in database.labels.values():
        uid, synopsis = database.remote(context) or ("", 0)
        path = client.type_of(synopsis).removeprefix("GET ") if uid in uids else ""
        if path in found:
            found[path] += 1
        else:
            others += 1
    samples = sum(found.values())
    assert samples > 100, "%s: %d samples, and %d without their request" % (name, samples, others)
    share, truth = found["/large"] / samples, used["/large"] / sum(used.values())
    print("%-8s %d samples, %.1f%% large, %.1f%% by the kernel; %d samples without their request, %d executions" % (
        name, samples, 100 * share, 100 * truth, others, database.health["postgres.commands"]), flush=True)
    assert others <= 0.03 * samples and abs(share - truth) < 0.05


def main():
    clients = {name: command for name, (command, check) in CLIENTS.items() if is_there(check)}
    if not clients:
        sys.exit(77)
    with Server(os.path.abspath(sys.argv[1]), environment={"WHODUNIT_MESSAGES": "on"}) as server:
        done = {name: serve(server, name, command) for name, command in clients.items()}
        assert server.stop() == 0, server.log()
        for name, (backend, used) in done.items():
            check(server, name, backend, used)
    print("PASS", *clients)


main()
