#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A thread that answers requests which another one has received works for those, and never for what it has received
itself before: not while it works, nor when it receives next, nor if of that another one has received the rest.

usage: workers.py libwhodunit.so workers
"""
import collections, os, shutil, socket, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

ROUNDS = 6


def ask(handed, own, server):
    """What the server says of each request."""
    lines = []

    def asks(client, text, is_piece=False):
        client.sendall(text)
        line = server.readline().rstrip("\n").split("\t")
        assert (line == ["piece"]) == is_piece, line
        if not is_piece:
            assert client.recv(1) == b"."
            lines.append(line)

    for _ in range(ROUNDS):
        asks(handed, b"GET /a HTTP/1.1\r\n\r\n")
        asks(own, b"GET /b HTTP/1.1\r\n\r\n")
        asks(handed, b"GET /c HTTP/1.1\r\n\r\n")
        asks(own, b"GET /d HTTP/1.1\r\nHost", True)
        asks(handed, b"GET /a HTTP/1.1\r\n\r\n")
        asks(own, b": x\r\n\r\n")
    return lines


def run(library, program, milliseconds):
    home = tempfile.mkdtemp(prefix="whodunit-workers-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_INTERVAL="4ms", WHODUNIT_MESSAGES="on", WHODUNIT_ROTATE="3600s")
        with subprocess.Popen([program, str(milliseconds)], env=environment, stdout=subprocess.PIPE,
                              text=True) as server:
            port = int(server.stdout.readline())
            with socket.create_connection(("127.0.0.1", port)) as handed:
                with socket.create_connection(("127.0.0.1", port)) as own:
                    lines = ask(handed, own, server.stdout)
                    handed.close()
                    server.wait(60)
        assert server.returncode == 0 and len(lines) == 5 * ROUNDS, (server.returncode, lines)
        recording = Recording(home)
        found = collections.Counter()
        for number, (letter, begun, ended, said) in enumerate(lines):
            if number:  # the first one is what tells that this server hands over
                assert "GET" not in said or f"GET /{letter}" in said, (number, letter, said)
            for (_, time), context in recording.labels.items():
                if number and int(begun) < time < int(ended):
                    label = recording.type_of(context)
                    is_request = label is not None and label.startswith("GET")
                    found["unknown" if not is_request else "right" if label == f"GET /{letter}" else "wrong"] += 1
        print(milliseconds, "ms", dict(found))
        assert not found["wrong"] and found["right"] > 10, found
        return found
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main():
    found = run(*map(os.path.abspath, sys.argv[1:3]), 20)
    assert found["unknown"] <= 0.1 * found["right"], found
    run(*map(os.path.abspath, sys.argv[1:3]), 150)  # the beginning of so long a work stays unknown
    print("PASS")


main()
