#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client that waits for its answers by epoll passes nothing on: each of its requests is known to be its own.

usage: loop_client.py libwhodunit.so
"""
import os, select, shutil, socket, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REQUESTS = 30


def client(port):
    connection, poll = socket.create_connection(("127.0.0.1", port)), select.epoll()
    poll.register(connection, select.EPOLLIN)
    for i in range(REQUESTS):
        connection.sendall(b"GET /item HTTP/1.1\r\nHost: here\r\n\r\n")
        answer = b""
        while b" /" not in b" " + answer.partition(b"\r\n\r\n")[2]:
            poll.poll()
            answer += connection.recv(65536)
        print(answer.partition(b"\r\n\r\n")[2].decode(), flush=True)


def main():
    if sys.argv[1] == "client":
        client(int(sys.argv[2]))
        return
    home = tempfile.mkdtemp(prefix="whodunit-loop-client-")

    def start(tier, *arguments):
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(sys.argv[1]), WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_TIER=tier, WHODUNIT_MESSAGES="on", WHODUNIT_ROTATE="3600s")
        return subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True)

    try:
        server = start("server", os.path.join(HERE, "said_server.py"))
        asks = start("client", os.path.abspath(__file__), "client", server.stdout.readline().strip())
        said = asks.communicate(timeout=60)[0].splitlines()
        server.terminate()
        server.wait(60)
        uid = next(name for name in os.listdir(home) if name.startswith("client-")).split(".")[0].rsplit("-", 2)[1]
        print(uid, *said[:3], sep="\n")
        assert len(said) == REQUESTS and all(line.split()[1].startswith(uid + "-") for line in said)
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
