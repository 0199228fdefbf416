# SPDX-License-Identifier: Apache-2.0
"""What a program of the matrix is: how it is started, how one knows that it is ready, and what it is asked."""
import dataclasses, pathlib, socket, subprocess, textwrap, typing


@dataclasses.dataclass
class Program:
    """A server runs until SIGTERM and is asked again and again; a tool (no `ask`) runs to its end."""
    name: str
    kind: str
    command: list
    ask: typing.Callable = None  # returns the answer, as bytes that are the same each time
    stop: str = "TERM"
    environment: dict = dataclasses.field(default_factory=dict)
    stdin: bytes = None
    ready_s: float = 20
    sometimes: str = ""  # lines that it writes or not, by what happens to come first: a regular expression
    unseen: str = ""  # why it is not sampled, where that is known: a part of what the launcher or the report says


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def write(path, text):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text))
    return str(path)


def content(home):
    """A folder with a page that takes some work to compress."""
    folder = pathlib.Path(home, "content")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(" ".join(str(i * i % 99991) for i in range(20000)))
    folder.chmod(0o755)
    return str(folder)


def talk(port, *lines, end=b"", most=1 << 20, timeout=10):
    """Sends lines over TCP and returns what comes until `end`, or until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as s:
        s.sendall(b"".join(l if isinstance(l, bytes) else l.encode() for l in lines))
        answer = b""
        while len(answer) < most and not (end and answer.endswith(end)):
            more = s.recv(65536)
            if not more:
                break
            answer += more
        return answer


def http(port, path="/", headers=""):
    """The body of the answer; the head has dates."""
    answer = talk(port, f"GET {path} HTTP/1.0\r\nHost: localhost\r\n{headers}\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1."):
        raise OSError("no answer of HTTP")
    return head.split(b"\r\n")[0][9:12] + b" " + body


def dns(port, name):
    """An A record over UDP, without the query's number."""
    query = b"\0\7\1\0\0\1\0\0\0\0\0\0" + b"".join(bytes([len(p)]) + p.encode() for p in name.split("."))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.settimeout(1)
        s.sendto(query + b"\0\0\1\0\1", ("127.0.0.1", port))
        return s.recv(4096)[12:]


def output(*command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30, **more).stdout
