#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pgbouncer in front of PostgreSQL, unmodified, on our libevent: what it does for
a client is done under that client's context, judged by oracle.c.

usage: real_pgbouncer.py libwhodunit.so libevent-prefix oracle.so
"""
import glob, socket, struct, subprocess, sys
import judged, servers

CLIENTS, QUERIES, POOL = 12, 150, 3


class Client:
    """Just enough of PostgreSQL's protocol."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        body = struct.pack(">I", 196608) + b"user\0tester\0database\0postgres\0\0"
        self.socket.sendall(struct.pack(">I", len(body) + 4) + body)
        self.until_ready()

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.socket.recv(n - len(data))
            assert more, "the server closed the connection"
            data += more
        return data

    def until_ready(self):
        """The messages up to ReadyForQuery."""
        messages = []
        while True:
            kind = self.exactly(1)
            body = self.exactly(struct.unpack(">I", self.exactly(4))[0] - 4)
            assert kind != b"E", body
            messages.append((kind, body))
            if kind == b"Z":
                return messages

    def query(self, text):
        body = text.encode() + b"\0"
        self.socket.sendall(b"Q" + struct.pack(">I", len(body) + 4) + body)
        return [body for kind, body in self.until_ready() if kind == b"D"]


def ask(port, number):
    client, mark = Client(port), "client=%d;" % number
    for i in range(QUERIES):
        # some answers do not fit one packet, some take a while, so that clients wait for a connection
        filler = 40000 if i % 10 == number % 10 else 10
        rows = client.query("SELECT '%s', repeat('x', %d), pg_sleep(%f)" % (mark, filler, 0.002 if i % 3 == 0 else 0))
        assert len(rows) == 1 and mark.encode() in rows[0]
    client.socket.sendall(b"X\0\0\0\4")
    client.socket.close()


def main(library, libevent, oracle):
    binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
    with servers.home() as home:
        subprocess.run([binaries + "/initdb", "-D", home + "/data", "-A", "trust", "-U", "tester", "--no-sync"],
                       check=True, stdout=subprocess.DEVNULL, cwd=home, **servers.unprivileged())
        database, bouncer = servers.free_port(), servers.free_port()
        with open(home + "/bouncer.ini", "w") as f:
            f.write("[databases]\npostgres = host=127.0.0.1 port=%d user=tester\n"
                    "[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\n"
                    "unix_socket_dir =\nauth_type = any\npool_mode = transaction\ndefault_pool_size = %d\n"
                    "logfile = %s/bouncer.log\n" % (database, bouncer, POOL, home))
        with servers.server([binaries + "/postgres", "-D", home + "/data", "-h", "127.0.0.1", "-p", str(database),
                             "-k", "", "-F"], database, home + "/postgres.out"):
            judged.run(["/usr/sbin/pgbouncer", home + "/bouncer.ini"], bouncer, home, (oracle, library), libevent,
                       CLIENTS, ask, at_least=2 * CLIENTS * QUERIES)


main(*sys.argv[1:])
