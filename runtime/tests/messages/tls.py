#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requests within TLS have their names where the program calls SSL_read_ex and SSL_write_ex, and where it receives the
first one with the end of the handshake; also where it receives itself, from several, and gives libssl memory. Of
several at once that differ nobody knows for which the server works.

usage: tls.py libwhodunit.so said_tls said_memory
"""
import os, shutil, socket, ssl, subprocess, sys, tempfile, threading

from recorded import UNKNOWN

PATHS = "/shop", "/item/7"
NAMES = ["GET /shop", "GET /item/:id"]
AT_ONCE = "/shop", "/shop /item/7", "/shop /shop"


def request(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def body(answer):
    return answer.decode().split("\r\n\r\n", 1)[1]


class Client:
    """Sends the end of its handshake and its first request at once."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = ssl._create_unverified_context().wrap_bio(self.incoming, self.outgoing)
        self.answers = []

    def until_there_is(self, result):
        while True:
            try:
                return result()
            except ssl.SSLWantReadError:
                self.socket.sendall(self.outgoing.read())
                self.incoming.write(self.socket.recv(65536))

    def ask(self, paths):
        """Of several in one word the server takes what comes, in one record, for one request."""
        self.until_there_is(self.tls.do_handshake)
        for path in paths:
            self.tls.write(b"".join(map(request, path.split())))
            self.answers.append(body(self.until_there_is(lambda: self.tls.read(65536))))

    def ask_without_answer(self, path):
        self.tls.write(request(path))
        self.socket.sendall(self.outgoing.read())


def start(library, words, home):
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                       WHODUNIT_MESSAGES="on")
    os.makedirs(home + "/rec", exist_ok=True)
    program = subprocess.Popen(words, env=environment, cwd=home, text=True, stdout=subprocess.PIPE)
    return program, int(program.stdout.readline())


def said(library, words, home, paths=PATHS):
    program, port = start(library, words, home)
    client = Client(port)
    client.ask(paths)
    client.socket.close()
    assert program.wait(60) == 0
    return client.answers


def said_from_memory(library, server, home):
    """Of two clients at once, and of one without TLS that has the first one's descriptor."""
    program, port = start(library, [server, "certificate", "key"], home)
    clients = Client(port), Client(port)
    threads = [threading.Thread(target=clients[0].ask, args=(PATHS,)),
               threading.Thread(target=clients[1].ask, args=(PATHS[::-1],))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    clients[0].ask_without_answer("/late")
    with socket.create_connection(("127.0.0.1", port), timeout=60) as plain:
        plain.sendall(request("/plain"))
        last = body(plain.recv(65536))
    assert program.wait(60) == 0
    return clients[0].answers, clients[1].answers, last


def main(library, server, memory):
    home = tempfile.mkdtemp(prefix="whodunit-tls-")
    try:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", "key", "-out", "certificate"], cwd=home, check=True,
                       stderr=subprocess.DEVNULL)
        for more in [], ["buffered"]:
            answers = said(library, [server, "certificate", "key", *more], home)
            assert answers == NAMES, (more, answers)
        answers = said(library, [server, "certificate", "key"], home, AT_ONCE)
        assert len(answers) == 3 and answers[::2] == NAMES[:1] * 2 and UNKNOWN in answers[1], answers
        answers = said_from_memory(library, memory, home)
        assert answers == (NAMES, NAMES[::-1], "GET /plain"), answers
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main(*map(os.path.abspath, sys.argv[1:4]))
