#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requests within TLS have their names where the program calls SSL_read_ex and SSL_write_ex, and where it receives the
first one with the end of the handshake.

usage: tls.py libwhodunit.so said_tls
"""
import os, shutil, socket, ssl, subprocess, sys, tempfile

PATHS = "/shop", "/item/7"
NAMES = ["GET /shop", "GET /item/:id"]


class Client:
    """Sends the end of its handshake and its first request at once."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = ssl._create_unverified_context().wrap_bio(self.incoming, self.outgoing)
        self.until_there_is(self.tls.do_handshake)

    def until_there_is(self, result):
        while True:
            try:
                return result()
            except ssl.SSLWantReadError:
                self.socket.sendall(self.outgoing.read())
                self.incoming.write(self.socket.recv(65536))

    def ask(self, path):
        self.tls.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        answer = self.until_there_is(lambda: self.tls.read(65536)).decode()
        return answer.split("\r\n\r\n", 1)[1]


def said(library, words, home):
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                       WHODUNIT_MESSAGES="on")
    os.makedirs(home + "/rec", exist_ok=True)
    program = subprocess.Popen(words, env=environment, cwd=home, text=True, stdout=subprocess.PIPE)
    client = Client(int(program.stdout.readline()))
    answers = [client.ask(path) for path in PATHS]
    client.socket.close()
    assert program.wait(60) == 0
    return answers


def main(library, server):
    home = tempfile.mkdtemp(prefix="whodunit-tls-")
    try:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", "key", "-out", "certificate"], cwd=home, check=True,
                       stderr=subprocess.DEVNULL)
        for more in [], ["buffered"]:
            answers = said(library, [server, "certificate", "key", *more], home)
            assert answers == NAMES, (more, answers)
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main(*map(os.path.abspath, sys.argv[1:3]))
