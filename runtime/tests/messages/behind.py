#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server that is sent several requests at once, and answers them together, works for none of them as long as it is
not known for which. What comes alone is known, and what comes with its like; in a loop, until others came at once.

usage: behind.py libwhodunit.so behind
"""
import os, shutil, socket, subprocess, sys, tempfile

from recorded import UNKNOWN

HEAD = "GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"
# what is sent in one piece, as letters, and whether it must be known for whom the server works then
BURSTS = (("a", True), ("ab", False), ("abc", False), ("aa", True), ("ba", False))


def ask(client, said):
    """What the server says, of each of the requests."""
    lines = []
    with client.makefile("rb") as answers:
        for letters, _ in BURSTS * 3:
            client.sendall("".join(HEAD % letter for letter in letters).encode())
            for _ in letters:
                assert answers.readline().split()[1] == b"204" and answers.readline() == b"\r\n"
                lines.append(said.readline().rstrip("\n").split("\t"))
    return lines


def run(how):
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-behind-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_MESSAGES="on")
        with subprocess.Popen([program, how], env=environment, stdout=subprocess.PIPE, text=True) as server:
            with socket.create_connection(("127.0.0.1", int(server.stdout.readline())), timeout=60) as client:
                lines = ask(client, server.stdout)
            assert server.wait(60) == 0
    finally:
        shutil.rmtree(home, ignore_errors=True)
    asked = [(letters, letter, is_known) for letters, is_known in BURSTS * 3 for letter in letters]
    assert len(lines) == len(asked)
    for number, ((letters, letter, is_known), said) in enumerate(zip(asked, lines)):
        is_known &= how == "blocks" or number == 0
        print(how, letters, *said)
        assert said[0] == letter, (letters, said)
        assert said[1] == f"GET /{letter}" or (UNKNOWN in said[1] and not is_known), (letters, said)


for kind in ("blocks", "polls"):
    run(kind)
print("PASS")
