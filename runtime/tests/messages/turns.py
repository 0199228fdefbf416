#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a loop works for is labelled as that, whether it works as it receives or before it sends: of two kinds of
request at once, one costs three times as much.

usage: turns.py libwhodunit.so turns
"""
import collections, os, shutil, socket, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

WORK_US = 1000000  # of both kinds in all rounds
SHARE, WITHIN = 0.75, 0.15


def ask(port, rounds):
    clients = {path: socket.create_connection(("127.0.0.1", port)) for path in ("f", "b")}
    for _ in range(rounds):
        for path, client in clients.items():
            client.sendall(b"GET /%s HTTP/1.1\r\n\r\n" % path.encode())
        for client in clients.values():
            assert client.recv(4) == b"done"
    for client in clients.values():
        client.close()


def run(library, program, how, microseconds):
    home = tempfile.mkdtemp(prefix="whodunit-turns-")
    try:
        rounds = WORK_US // 4 // microseconds
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_TIER="loop",
                           WHODUNIT_INTERVAL="4ms", WHODUNIT_MESSAGES="on", WHODUNIT_ROTATE="3600s")
        command = [program, how, str(microseconds)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as loop:
            ask(int(loop.stdout.readline()), rounds)
        assert loop.returncode == 0
        recording = Recording(home)
        found = collections.Counter(recording.type_of(context) for context in recording.labels.values())
        print(how, microseconds, "us", dict(found))
        if how == "queued":  # whose is not to be seen: the last one's, or the first one's, would be wrong
            assert found["GET /f"] + found["GET /b"] < 0.3 * sum(found.values()), found
            return
        share = found["GET /f"] / (found["GET /f"] + found["GET /b"])
        assert sum(found.values()) > 100 and abs(share - SHARE) < WITHIN, share
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main():
    # the longer ones have several samples in a turn
    for how, microseconds in (("at-once", 500), ("later", 500), ("at-once", 10000), ("later", 10000),
                              ("in-pieces", 10000), ("queued", 2000)):
        run(*map(os.path.abspath, sys.argv[1:3]), how, microseconds)
    print("PASS")


main()
