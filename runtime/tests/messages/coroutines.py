#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Python servers that are at work on many requests at once, which wait for each other's turns: whatever a coroutine
sends is under its own request, also by a pool's connections, and where threads are given a part of the work.

usage: coroutines.py libwhodunit.so [HOW...]

`protocol` begins a task for each request, `streams` one for each connection; `threads` asks a server with blocking
calls in a pool of threads; in `tasks` a connection's task receives itself if there is something; `uvloop` is as
`protocol`, by libuv (Debian's python3-uvloop); `-tls` is within TLS, of which libssl is given what has been received.
In `http2` a connection's task begins one for each stream: whose that is cannot be known where several come at once.
The server that is asked says under which context it was.
"""
import asyncio, collections, contextvars, os, random, shutil, socket, socketserver, ssl, subprocess, sys, tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording
import http2_client

PATHS, CLIENTS, REQUESTS, POOL = ("a", "b", "c", "d"), 8, 40, 3
CERTIFICATE, OK = "certificate", b"\x88"  # a head of one line


class Said(socketserver.BaseRequestHandler):
    def handle(self):
        import ctypes

        library, text = ctypes.CDLL(None), ctypes.create_string_buffer(4096)
        library.whodunit_current.restype = ctypes.c_uint32
        while self.request.recv(100):
            library.whodunit_describe(library.whodunit_current(), text, 4096)
            self.request.sendall(text.value + b"\n")


def backend():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Said) as server:
        server.daemon_threads = True
        print(server.server_address[1], flush=True)
        server.serve_forever()


def ask_blocking(connections):
    connection = connections.pop()
    connection.sendall(b"what is this for?\n")
    answer = connection.recv(4096)
    connections.append(connection)
    return answer


class Server:
    def __init__(self, how, port):
        self.how, self.port, self.raised, self.tasks = how, port, [], set()

    async def begin(self):
        if self.how == "threads":
            self.pool = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(CLIENTS)]
        else:
            self.pool = asyncio.Queue()
            for _ in range(POOL):
                self.pool.put_nowait(await asyncio.open_connection("127.0.0.1", self.port))

    def begin_task(self, coroutine):
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)  # else it may be collected while it waits
        task.add_done_callback(self.tasks.discard)

    async def work(self):
        if self.how == "threads":
            await asyncio.sleep(random.random() * 0.003)
            context = contextvars.copy_context()
            answer = await asyncio.get_running_loop().run_in_executor(None, context.run, ask_blocking, self.pool)
        else:
            answer = await self.ask()
        await asyncio.sleep(random.random() * 0.003)
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(answer), answer)

    async def serve(self, reader, writer):
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(await self.work())
        except asyncio.IncompleteReadError:
            pass

    async def ask(self):
        await asyncio.sleep(random.random() * 0.003)
        reader, writer = connection = await self.pool.get()
        writer.write(b"what is this for?\n")
        answer = await reader.readline()
        self.pool.put_nowait(connection)
        return answer

    async def serve_stream(self, stream, writer):
        answer = await self.ask()
        writer.write(http2_client.frame(http2_client.HEADERS, http2_client.END_HEADERS, stream, OK) +
                     http2_client.frame(http2_client.DATA, http2_client.END_STREAM, stream, answer))

    async def serve_streams(self, reader, writer):
        try:
            await reader.readuntil(b"SM\r\n\r\n")
            writer.write(http2_client.frame(http2_client.SETTINGS, 0, 0))
            while True:
                head = await reader.readexactly(9)
                await reader.readexactly(int.from_bytes(head[:3], "big"))
                if head[3] in (http2_client.HEADERS, http2_client.CONTINUATION) and head[4] & http2_client.END_HEADERS:
                    self.begin_task(self.serve_stream(int.from_bytes(head[5:], "big"), writer))
        except asyncio.IncompleteReadError:
            pass

    async def serve_itself(self, connection):
        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        connection.setblocking(False)
        while True:
            try:
                received = connection.recv(1000)
            except BlockingIOError:
                came = []
                loop.add_reader(connection, lambda: (came.append(connection.recv(1000)), arrived.set(),
                                                     loop.remove_reader(connection)))
                await arrived.wait()
                arrived.clear()
                received = came[0]
            if not received:
                return
            connection.sendall(await self.work())


class Protocol(asyncio.Protocol):
    def __init__(self, server):
        self.server = server

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.server.begin_task(self.answer())
        asyncio.get_running_loop().call_soon(int, "no number")

    async def answer(self):
        answer = await self.server.work()
        is_raised = any(isinstance(e, ValueError) for e in self.server.raised)
        self.transport.write(answer if is_raised else b"\r\n\r\nan exception is lost\n")


async def serve(how, port):
    tls = None
    if how.endswith("-tls"):
        how = how.removesuffix("-tls")
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(CERTIFICATE)
    state = Server(how, port)
    asyncio.get_running_loop().set_exception_handler(lambda loop, what: state.raised.append(what.get("exception")))
    await state.begin()
    if how in ("protocol", "uvloop"):
        server = await asyncio.get_running_loop().create_server(lambda: Protocol(state), "127.0.0.1", 0, ssl=tls)
    elif how == "tasks":
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        asyncio.get_running_loop().add_reader(
            listener, lambda: state.begin_task(state.serve_itself(listener.accept()[0])))
        print(listener.getsockname()[1], flush=True)
        await asyncio.Event().wait()
    else:
        serve = state.serve_streams if how == "http2" else state.serve
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def connect(how, port):
    connection = socket.create_connection(("127.0.0.1", port))
    return ssl._create_unverified_context().wrap_socket(connection) if how.endswith("-tls") else connection


def client(how, port, seed, said):
    chance = random.Random(seed)
    with connect(how, port) as connection:
        for _ in range(REQUESTS):
            path = chance.choice(PATHS)
            connection.sendall(b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n" % path.encode())
            head, _, body = connection.recv(8192).partition(b"\r\n\r\n")
            while not body.endswith(b"\n"):
                body += connection.recv(8192)
            said.append((path, body.decode().strip()))


def http2_client_of(how, port, seed, said):
    """One after the other, and then several at once."""
    chance = random.Random(seed)
    with socket.create_connection(("127.0.0.1", port)) as connection:
        client = http2_client.Connection(connection, how.endswith("-tls"))
        for n in [1] * (REQUESTS // 2) + [4] * (REQUESTS // 8):
            paths = chance.sample(PATHS, n)
            said.extend(zip(paths, (answer.strip() for answer in client.ask([("GET", "/" + path) for path in paths]))))


def run(how):
    home, is_http2 = tempfile.mkdtemp(prefix="whodunit-coroutines-"), how.startswith("http2")

    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-keyout", CERTIFICATE, "-out", CERTIFICATE + ".public"], cwd=home, check=True,
                   stderr=subprocess.DEVNULL)
    with open(home + "/" + CERTIFICATE, "a") as key, open(home + "/" + CERTIFICATE + ".public") as certificate:
        key.write(certificate.read())

    python = "/usr/bin/python3" if how.startswith("uvloop") else sys.executable

    def start(tier, *arguments):
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(sys.argv[1]), WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_TIER=tier, WHODUNIT_MESSAGES="on", WHODUNIT_ROTATE="3600s")
        started = subprocess.Popen([python, os.path.abspath(__file__), *arguments], env=environment, cwd=home,
                                   stdout=subprocess.PIPE, text=True)
        return started, int(started.stdout.readline())

    asked, port = start("asked", "backend")
    server, port = start("server", "serve", how, str(port))
    try:
        said = []
        ask = http2_client_of if is_http2 else client
        clients = [threading.Thread(target=ask, args=(how, port, seed, said)) for seed in range(CLIENTS)]
        for c in clients:
            c.start()
        for c in clients:
            c.join()
        server.terminate()
        server.wait(60)
        recording = Recording(home, prefix="server-")
        found = collections.Counter()
        for path, context in said:
            name = recording.type_of(int(context.rpartition("-")[2], 16)) if "-" in context else context
            found["right" if name == "GET /" + path else name] += 1
        print(how, dict(found))
        wrong = [name for name in found if name.startswith("GET")]
        assert not wrong and found["right"] >= CLIENTS * REQUESTS // (2 if is_http2 else 1)
    finally:
        server.kill()
        asked.kill()
        server.wait()
        asked.wait()
        shutil.rmtree(home, ignore_errors=True)


def main():
    if sys.argv[1] == "backend":
        backend()
    elif sys.argv[1] == "serve":
        if sys.argv[2].startswith("uvloop"):
            import uvloop

            uvloop.install()
        asyncio.run(serve(sys.argv[2], int(sys.argv[3])))
    else:
        for how in sys.argv[2:] or ("protocol", "streams", "threads", "tasks", "uvloop", "uvloop-streams", "http2",
                                    "protocol-tls", "streams-tls", "threads-tls", "uvloop-tls", "uvloop-streams-tls",
                                    "http2-tls"):
            run(how)
        print("PASS")


main()
