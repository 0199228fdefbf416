#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A protocol of three messages on a server that is recorded: samples are under the types that the messages name.

usage: toy.py libwhodunit.so, one that knows toy.c's protocol
"""
import collections, os, shutil, socket, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

ROUNDS = 12
TYPES = {"long-60": 60 * ROUNDS, "short-20": 20 * ROUNDS}
OUTSIDE = sum(TYPES.values()) / 2  # what other protocols make threads do is not labelled at all


def ask(port, messages):
    with socket.create_connection(("127.0.0.1", port)) as client, client.makefile("rb") as answers:
        for message, answer in messages:
            client.sendall(message)
            if answer:
                assert answers.readline() == answer, message


def in_pieces(port, message):
    """Byte by byte, as the network may cut it."""
    with socket.create_connection(("127.0.0.1", port)) as client, client.makefile("rb") as answers:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in message:
            client.sendall(bytes([byte]))
        assert [answers.readline(), answers.readline()] == [b"DONE\n", b"next\n"]


def main():
    library = os.path.abspath(sys.argv[1])
    home = tempfile.mkdtemp(prefix="whodunit-toy-")
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_ROTATE="3600s")
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "toy_server.py")
    server = subprocess.Popen([sys.executable, program, str(ROUNDS + 6)], env=environment, stdout=subprocess.PIPE,
                              text=True)
    try:
        port = int(server.stdout.readline())
        for _ in range(ROUNDS - 1):
            ask(port, [(b"TOY\n", None), (b"WORK long-60\n", b"DONE\n"), (b"", b"next\n"),
                       (b"WORK short-20\n", b"DONE\n"), (b"", b"next\n")])
        in_pieces(port, b"TOY\nWORK long-60\n")
        in_pieces(port, b"TOY\nWORK short-20\n")
        for _ in range(5):  # no toy: what looks like one of its messages later on is none
            ask(port, [(b"GET\nWORK x-50\n", b"answer\n"), (b"", b"DONE\n"), (b"", b"next\n")])
        assert server.wait(60) == 0
        recording = Recording(home)
        found = collections.Counter(map(recording.type_of, recording.samples))
        found[""] += found.pop("between messages", 0)
        total = sum(found.values())
        print(dict(found))
        assert set(found) == {"", *TYPES}, found
        whole = OUTSIDE + sum(TYPES.values())
        for name, used in {"": OUTSIDE, **TYPES}.items():
            assert abs(found[name] / total - used / whole) < 0.1, (name, found[name] / total, used / whole)
        print("PASS", total, "samples")
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(home, ignore_errors=True)


main()
