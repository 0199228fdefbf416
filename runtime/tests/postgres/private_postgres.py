# SPDX-License-Identifier: Apache-2.0
"""A private PostgreSQL with libwhodunit.so preloaded, and a client for it.

The client speaks the protocol itself, so that it can send what no driver sends: a Close in front of a Bind, forged
comments, messages in pieces.
"""
import glob, os, shutil, signal, socket, ssl, struct, subprocess, sys, tempfile, time

UID = "0123456789abcdef"


def tag(synopsis):
    return "/*whodunit='%s-%08x'*/" % (UID, synopsis)


def announcement(synopsis):
    return "whodunit/1/%s-%08x" % (UID, synopsis)


def programs():
    """Where the server's programs are: Debian has them outside of PATH."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[4]))
    return found[-1] if found else os.path.dirname(shutil.which("postgres") or "")


def message(code, payload):
    return code + struct.pack(">I", len(payload) + 4) + payload


def text(value):
    return value.encode() + b"\0"


def query(sql):
    return message(b"Q", text(sql))


def parse(sql, name=""):
    return message(b"P", text(name) + text(sql) + b"\0\0")


def bind(statement="", portal="", values=()):
    data = b"".join(struct.pack(">I", len(v)) + v for v in values)
    return message(b"B", text(portal) + text(statement) + b"\0\0" + struct.pack(">H", len(values)) + data + b"\0\0")


def execute(portal="", rows=0):
    return message(b"E", text(portal) + struct.pack(">I", rows))


def close(name, kind=b"S"):
    return message(b"C", kind + text(name))


SYNC, FLUSH = message(b"S", b""), message(b"H", b"")
TLS, GSS = struct.pack(">II", 8, 80877103), struct.pack(">II", 8, 80877104)


class Client:
    """`first`: a request for encryption that comes first, and what the server is to answer."""

    def __init__(self, address, first=b"", answer=b"", **parameters):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.connect(address)
        if first:
            self.socket.sendall(first)
            assert self.socket.recv(1) == answer
        if answer == b"S":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)
        self.process, self.secret = 0, b""
        given = dict({"user": "tester", "database": "postgres"}, **parameters)
        body = struct.pack(">I", 3 << 16) + b"".join(text(k) + text(v) for k, v in given.items()) + b"\0"
        self.socket.sendall(struct.pack(">I", len(body) + 4) + body)
        self.answers()

    @staticmethod
    def cancel(address, client):
        """Asks that the other client's command be cancelled."""
        with socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET) as s:
            s.connect(address)
            s.sendall(struct.pack(">III", 16, 80877102, client.process) + client.secret)
            s.recv(1)

    def exactly(self, n):
        data = b""
        while len(data) < n:
            more = self.socket.recv(n - len(data))
            if not more:
                raise ConnectionError("the server closed the connection")
            data += more
        return data

    def answer(self):
        code, length = struct.unpack(">cI", self.exactly(5))
        return code, self.exactly(length - 4)

    def answers(self, until=b"Z"):
        """All messages up to this one, of which errors raise."""
        found, error = [], None
        while not found or found[-1][0] not in until:
            found.append(self.answer())
            code, body = found[-1]
            if code == b"E":
                error = body
                if not self.process:
                    break
            elif code == b"K":
                self.process, self.secret = struct.unpack(">I", body[:4])[0], body[4:]
        if error:
            raise RuntimeError(error.replace(b"\0", b" ").decode())
        return found

    def send(self, data, pieces=None):
        for i in range(0, len(data), pieces or len(data)):
            self.socket.sendall(data[i:i + (pieces or len(data))])

    def ask(self, data, pieces=None):
        """Sends it, and reads until the server is ready. The rows of one column."""
        self.send(data, pieces)
        return [body[6:] for code, body in self.answers() if code == b"D"]

    def query(self, sql, pieces=None):
        return self.ask(query(sql), pieces)

    def quit(self):
        self.send(message(b"X", b""))
        self.socket.close()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def as_server():
    """PostgreSQL does not run as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


class Server:
    """Of a folder that is made for it, and that is gone with it."""

    def __init__(self, library, settings=(), environment=None):
        self.home = tempfile.mkdtemp(prefix="whodunit-postgres-", dir="/tmp")
        self.recording = self.home + "/rec"
        os.mkdir(self.recording)
        if as_server():
            shutil.chown(self.home, "postgres", "postgres")
            os.chmod(self.home, 0o755)
            os.chmod(self.recording, 0o1777)
        self.library, self.environment, self.programs = library, environment or {}, programs()
        self.port = free_port()
        self.settings = dict({"listen_addresses": "", "port": self.port, "unix_socket_directories": self.home,
                              "fsync": "off",
                              "shared_buffers": "16MB", "max_connections": "20"}, **dict(settings))
        self.address = self.home + "/.s.PGSQL.%d" % self.port
        self.run("initdb", "-A", "trust", "-U", "tester", "-E", "UTF8", "--locale=C", "-N", "-D", self.data)
        if self.settings.get("ssl") == "on":
            subprocess.run([*as_server(), "openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-subj",
                            "/CN=test", "-out", "server.crt", "-keyout", "server.key"], check=True, cwd=self.data,
                           stderr=subprocess.DEVNULL)
        self.process = None

    @property
    def data(self):
        return self.home + "/data"

    def run(self, program, *arguments):
        subprocess.run([*as_server(), self.programs + "/" + program, *arguments], check=True, cwd=self.home,
                       stdout=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C"))

    def start(self):
        options = [word for name, value in self.settings.items() for word in ("-c", "%s=%s" % (name, value))]
        environment = dict(os.environ, LC_ALL="C")
        if self.library:
            environment.update({"LD_PRELOAD": self.library, "WHODUNIT_RUN": "1", "WHODUNIT_DIR": self.recording,
                                "WHODUNIT_STAGE": "postgres", **self.environment})
        with open(self.home + "/log", "a") as log:
            self.process = subprocess.Popen([*as_server(), self.programs + "/postgres", "-D", self.data, *options],
                                            env=environment, stdout=log, stderr=log, cwd=self.home)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                Client(self.address).quit()
                return self
            except (OSError, RuntimeError):
                time.sleep(0.1)
        sys.exit("PostgreSQL did not start (%s):\n%s" % (self.process.returncode, self.log()))

    def log(self):
        return open(self.home + "/log").read()

    def stop(self, how=signal.SIGINT):
        """As `pg_ctl stop -m fast`. Its status."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            return self.process.wait(60)
        return self.process.returncode if self.process else None

    def __enter__(self):
        return self.start()

    def __exit__(self, *error):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if os.environ.get("KEEP"):
            print("kept", self.home)
        else:
            shutil.rmtree(self.home, ignore_errors=True)
