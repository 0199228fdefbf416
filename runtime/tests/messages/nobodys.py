#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client that is not recorded asks, does not read all answers, and hands its connection to a process that is. What
is sent to nobody is not noted: what that process reads is not known, and has neither answer's label.

usage: nobodys.py libwhodunit.so
"""
import ctypes, os, shutil, socket, subprocess, sys, tempfile

REASON = "bytes passed unseen"
PATHS = ("first", "left", "heirs")


def request(path):
    return b"GET /%s HTTP/1.1\r\n\r\n" % path.encode()


def describe(library):
    text = ctypes.create_string_buffer(4096)
    library.whodunit_describe(library.whodunit_current(), text, 4096)
    return text.value.decode()


def serve():
    """Says its port, and what it is at work for at each request."""
    library = ctypes.CDLL(None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        connection = listener.accept()[0]
        while connection.recv(100):
            print(describe(library), flush=True)
            connection.send(b"12345678")


def inherit():
    library = ctypes.CDLL(None)
    asks = len(sys.argv) > 2
    if asks:
        os.write(0, request(PATHS[2]))
    for _ in range(1 + asks):
        os.read(0, 8)
        print(describe(library), flush=True)


def recorded(environment, *mode, **streams):
    return subprocess.Popen([sys.executable, os.path.abspath(__file__), *mode], env=environment, text=True,
                            stdout=subprocess.PIPE, **streams)


def main(library, *how):
    home = tempfile.mkdtemp(prefix="whodunit-nobodys-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_MESSAGES="on")
        server = recorded(environment, "--serve")
        with socket.create_connection(("127.0.0.1", int(server.stdout.readline()))) as client:
            client.send(request(PATHS[0]))
            said = [server.stdout.readline()]
            client.recv(8)
            client.send(request(PATHS[1]))
            said.append(server.stdout.readline())
            heir, _ = recorded(environment, "--inherit", *how, stdin=client).communicate(timeout=60)
        rest, _ = server.communicate(timeout=60)
        said += rest.splitlines()
        print(said, heir)
        assert len(said) == 2 + len(how) and all(path in line for path, line in zip(PATHS, said)), said
        assert heir.splitlines() == [REASON] * (1 + len(how)), heir
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.argv[1] == "--serve":
    serve()
elif sys.argv[1] == "--inherit":
    inherit()
else:
    main(os.path.abspath(sys.argv[1]), "asks")
    main(os.path.abspath(sys.argv[1]))
    print("PASS")
