#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client of MySQL signs in: from there on its server works for the client's transaction, which the channel tells, and
not only from the first statement on. Both are played; the server is a thread that had another client before.

usage: sign_in.py libwhodunit.so
"""
import ctypes, os, shutil, socket, struct, subprocess, sys, tempfile

GREETING = b"\x0a5.5.5-10.11-test\0" + bytes(60)
LOGIN = struct.pack("<I", 0x200) + bytes(40)
OK = b"\0\0\0\2\0\0\0"


def packet(sequence, payload):
    return struct.pack("<I", len(payload) | sequence << 24) + payload


def receive(connection):
    header = connection.recv(4, socket.MSG_WAITALL)
    return connection.recv(header[0] | header[1] << 8, socket.MSG_WAITALL)


def describe():
    library, text = ctypes.CDLL(None), ctypes.create_string_buffer(4096)
    library.whodunit_current.restype = ctypes.c_uint32
    library.whodunit_describe(library.whodunit_current(), text, 4096)
    return text.value.decode()


def server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        for _ in range(2):
            connection = listener.accept()[0]
            connection.sendall(packet(0, GREETING))
            greeted = describe()
            receive(connection)
            signs_in = describe()
            connection.sendall(packet(2, OK))
            print(greeted, "|", signs_in, "|", describe(), flush=True)
            connection.close()


def client(port):
    library = ctypes.CDLL(None)
    for name in (b"FIRST", b"SECOND"):
        library.whodunit_begin(name)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            receive(connection)
            connection.sendall(packet(1, LOGIN))
            receive(connection)
        library.whodunit_end(0)


def main(library):
    home = tempfile.mkdtemp(prefix="whodunit-sign-in-")
    try:
        def start(tier, *words):
            environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_TIER=tier,
                               WHODUNIT_MESSAGES="on")
            return subprocess.Popen([sys.executable, __file__, *words], env=environment, text=True,
                                    stdout=subprocess.PIPE)

        serving = start("db", "--server")
        assert start("web", "--client", serving.stdout.readline().strip()).wait(60) == 0
        said = [line.strip().split(" | ") for line in serving.communicate(timeout=60)[0].splitlines()]
        print(said)
        web = next(name for name in os.listdir(home) if name.startswith("web-")).rsplit("-", 2)[-2]
        assert len(said) == 2, said
        for greeted, signs_in, signed_in in said:
            assert "connecting" in greeted, greeted
            assert signs_in == signed_in and web in signs_in, (web, signs_in, signed_in)
        assert said[0][1] != said[1][1], said
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.argv[1] == "--server":
    server()
elif sys.argv[1] == "--client":
    client(int(sys.argv[2]))
else:
    main(os.path.abspath(sys.argv[1]))
