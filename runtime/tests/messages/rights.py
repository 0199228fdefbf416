#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A connection that another process has accepted, and sends over a descriptor that was inherited across exec, is
followed. node's cluster passes its connections so.

usage: rights.py libwhodunit.so
"""
import ctypes, os, shutil, socket, subprocess, sys, tempfile


def worker(number):
    library = ctypes.CDLL(None)
    inherited = socket.socket(fileno=number)
    _, (fd,), _, _ = socket.recv_fds(inherited, 1, 1)
    connection = socket.socket(fileno=fd)
    connection.recv(100)
    text = ctypes.create_string_buffer(400)
    library.whodunit_describe(library.whodunit_current(), text, 400)
    print(text.value.decode())


def accepts():
    ours, theirs = socket.socketpair()
    child = subprocess.Popen([sys.executable, __file__, "worker", str(theirs.fileno())], pass_fds=[theirs.fileno()])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        connection = listener.accept()[0]
        client.send(b"GET /a HTTP/1.1\r\n\r\n")
        socket.send_fds(ours, [b"x"], [connection.fileno()])
        sys.exit(child.wait())


def main(library):
    home = tempfile.mkdtemp(prefix="whodunit-messages-")
    try:
        environment = dict(os.environ, LD_PRELOAD=os.path.abspath(library), WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                           WHODUNIT_MESSAGES="on")
        ended = subprocess.run([sys.executable, __file__, "accepts"], env=environment, text=True, timeout=60,
                               check=True, stdout=subprocess.PIPE)
        assert "GET /a" in ended.stdout, ended.stdout
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.argv[1] == "worker":
    worker(int(sys.argv[2]))
elif sys.argv[1] == "accepts":
    accepts()
else:
    main(sys.argv[1])
