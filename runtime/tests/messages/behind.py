#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A server that is sent several requests at once, and answers them together, works for none of them as long as it is
not known for which. What comes alone is known, and what comes with its like; in a loop, until others came at once.
Ends of lines between requests are none.

usage: behind.py libwhodunit.so behind
"""
import os, shutil, socket, subprocess, sys, tempfile

from recorded import UNKNOWN

HEAD = "GET /%s HTTP/1.1\r\nHost: here\r\n\r\n"
# what is sent in one piece, as letters, "-" an end of a line, and whether it must be known for whom the server works
BURSTS = (("a", True), ("ab", False), ("abc", False), ("aa", True), ("ba", False), ("ab" + 16 * "a", False)) * 3
ALIKE = (("a", True), ("aa", True), ("a-a", True), ("a", True), (20 * "a", True), ("aaa", True))


def ask(client, said, bursts):
    """What the server says, of each of the requests."""
    lines = []
    with client.makefile("rb") as answers:
        for letters, _ in bursts:
            client.sendall("".join("\r\n" if letter == "-" else HEAD % letter for letter in letters).encode())
            for _ in letters.replace("-", ""):
                assert answers.readline().split()[1] == b"204" and answers.readline() == b"\r\n"
                lines.append(said.readline().rstrip("\n").split("\t"))
    return lines


def run(how, bursts):
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-behind-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_MESSAGES="on")
        with subprocess.Popen([program, how], env=environment, stdout=subprocess.PIPE, text=True) as server:
            with socket.create_connection(("127.0.0.1", int(server.stdout.readline())), timeout=60) as client:
                lines = ask(client, server.stdout, bursts)
            assert server.wait(60) == 0
    finally:
        shutil.rmtree(home, ignore_errors=True)
    asked = [(letters, letter, is_known) for letters, is_known in bursts
             for letter in letters.replace("-", "")]
    assert len(lines) == len(asked)
    for number, ((letters, letter, is_known), said) in enumerate(zip(asked, lines)):
        is_known &= bursts is ALIKE or how == "blocks" or number == 0
        print(how, letters, *said)
        assert said[0] == letter, (letters, said)
        assert said[1] == f"GET /{letter}" or (UNKNOWN in said[1] and not is_known), (letters, said)


for kind in ("blocks", "polls"):
    run(kind, ALIKE)
    run(kind, BURSTS)
print("PASS")
