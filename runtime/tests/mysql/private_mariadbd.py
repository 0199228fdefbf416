# SPDX-License-Identifier: Apache-2.0
"""A private mariadbd with libwhodunit.so preloaded, and a client for it.

The client speaks the protocol itself, so that it can send what no driver sends:
an iteration count in COM_STMT_EXECUTE (which the server must ignore, also with a
cursor), forged comments, packets in pieces.
"""
import os, re, socket, struct, subprocess, sys, time

UID = "0123456789abcdef"


def tag(synopsis):
    return "/*whodunit='%s-%08x'*/" % (UID, synopsis)


class Client:
    def __init__(self, address):
        """Of a socket's path, or a host and a port."""
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.connect(address)
        self.packet()
        capabilities = 0x200 | 0x8000 | 0x80000 | 0x1 | 0x2000 | 0x20000
        hello = struct.pack("<IIB23x", capabilities, 1 << 24, 33) + b"root\0" + b"\0" + b"mysql_native_password\0"
        self.send(hello, 1)
        answer = self.packet()
        if answer[0] == 0xFE:
            self.send(b"", self.sequence + 1)
            answer = self.packet()
        assert answer[0] == 0, answer

    def send(self, payload, sequence=0, pieces=None):
        data = struct.pack("<I", len(payload))[:3] + bytes([sequence]) + payload
        for i in range(0, len(data), pieces or len(data)):
            self.socket.sendall(data[i:i + (pieces or len(data))])

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.socket.recv(n - len(data))
            assert more, "the server closed the connection"
            data += more
        return data

    def packet(self):
        header = self.exactly(4)
        self.sequence = header[3]
        return self.exactly(int.from_bytes(header[:3], "little"))

    def rows(self):
        """Reads a response: a list of raw rows, or None for OK. Returns (rows, status)."""
        first = self.packet()
        assert first[0] != 0xFF, first
        if first[0] == 0:
            return None, 0
        for _ in range(first[0]):
            self.packet()
        end = self.packet()
        assert end[0] == 0xFE and len(end) < 9, end
        status = struct.unpack("<H", end[3:5])[0]
        return ([], status) if status & 0x40 else self.rows_until_eof()  # 0x40: a cursor exists

    def rows_until_eof(self):
        rows = []
        while True:
            p = self.packet()
            if p[0] == 0xFE and len(p) < 9:
                return rows, struct.unpack("<H", p[3:5])[0]
            rows.append(p)

    def query(self, text, pieces=None):
        self.send(b"\x03" + text.encode(), pieces=pieces)
        return self.rows()[0]

    def prepare(self, text):
        self.send(b"\x16" + text.encode())
        p = self.packet()
        assert p[0] == 0, p
        statement, columns, parameters = struct.unpack("<IHH", p[1:9])
        for n in (parameters, columns):
            for _ in range(n + 1 if n else 0):
                self.packet()
        return statement

    def execute(self, statement, iterations, value, flags=0):
        self.send(b"\x17" + struct.pack("<IBI", statement, flags, iterations) + b"\0\1" + struct.pack("<Hi", 3, value))
        rows, status = self.rows()
        if status & 0x40:
            self.send(b"\x1c" + struct.pack("<II", statement, 100))
            rows, _ = self.rows_until_eof()
        return rows

    def quit(self):
        self.send(b"\x01")
        self.socket.close()


def counters(directory):
    """The health counters: cumulative, so the highest value that was written."""
    found = {}
    for name in os.listdir(directory):
        data = open(os.path.join(directory, name), "rb").read()
        for match in re.finditer(rb"(mysql\.[a-z_]+|wire\.malformed)\x10([\x80-\xff]*[\x00-\x7f])", data):
            value = sum((b & 0x7F) << 7 * i for i, b in enumerate(match.group(2)))
            key = match.group(1).decode()
            found[key] = max(found.get(key, 0), value)
    return found


def start(library, threads, home, options=()):
    user = ["--user=root"] if os.getuid() == 0 else []
    subprocess.run(["mariadb-install-db", "--no-defaults", "--datadir=" + home + "/data",
                    "--auth-root-authentication-method=normal", "--skip-test-db"] + user,
                   check=True, stdout=subprocess.DEVNULL)
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                       WHODUNIT_STAGE="mariadbd", WHODUNIT_ROTATE="3600s")
    with open(home + "/log", "w") as log:
        server = subprocess.Popen(["mariadbd", "--no-defaults", "--datadir=" + home + "/data", "--skip-networking",
                                   "--socket=" + home + "/s", "--pid-file=" + home + "/pid",
                                   "--innodb-buffer-pool-size=16M", "--thread-handling=" + threads, *options] + user,
                                  env=environment, stdout=log, stderr=log)
    for _ in range(600):
        if server.poll() is not None:
            break
        try:
            Client(home + "/s").quit()
            return server
        except OSError:
            time.sleep(0.1)
    sys.exit("mariadbd did not start:\n" + open(home + "/log").read())
