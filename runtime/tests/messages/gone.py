#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client connects, sends and closes before the server accepts: nobody can say any more who it was, and what it has
sent does not have the label of what the loop has received before; nor where a child has inherited the connection.

usage: gone.py libwhodunit.so
"""
import ctypes, os, select, shutil, socket, subprocess, sys, tempfile

KINDS = {"stream": socket.SOCK_STREAM, "seqpacket": socket.SOCK_SEQPACKET}
REASON = "the sender was gone"


def client(library, path, kind, name, stays):
    end = socket.socket(socket.AF_UNIX, kind)
    end.connect(path)
    previous = library.whodunit_begin(name)
    end.send(name)
    library.whodunit_end(previous)
    if stays:
        end.recv(1)
    os._exit(0)


def start(library, path, kind, name, stays):
    child = os.fork()
    if child == 0:
        client(library, path, kind, name, stays)
    return child


def describe(library):
    text = ctypes.create_string_buffer(4096)
    library.whodunit_describe(library.whodunit_current(), text, 4096)
    return text.value.decode()


def take(library, end):
    print(end.recv(100).decode(), describe(library), sep="\t", flush=True)


def serve(kind):
    library = ctypes.CDLL(None)
    library.whodunit_current.restype = ctypes.c_uint32
    listener = socket.socket(socket.AF_UNIX, kind)
    listener.bind("here")
    listener.listen()
    stays = start(library, "here", kind, b"stays", True)
    poller = select.epoll()
    ends = [listener.accept()[0]]
    for name in (b"gone", b"gone too"):
        os.waitpid(start(library, "here", kind, name, False), 0)
        ends.append(listener.accept()[0])
    poller.register(ends[0])
    poller.poll()
    take(library, ends[0])
    take(library, ends[1])
    if os.fork() == 0:
        take(library, ends[2])
        os._exit(0)
    os.wait()
    ends[0].send(b"!")
    os.waitpid(stays, 0)


def main(library, kind):
    home = tempfile.mkdtemp(prefix="whodunit-gone-")
    try:
        os.mkdir(home + "/rec")
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                           WHODUNIT_MESSAGES="on")
        out = subprocess.run([sys.executable, os.path.abspath(__file__), "--serve", kind], cwd=home, env=environment,
                             text=True, stdout=subprocess.PIPE, timeout=60, check=True).stdout
        said = dict(line.split("\t") for line in out.splitlines())
        print(kind, said)
        assert said["stays"] not in ("", REASON), said
        assert said["gone"] == said["gone too"] == REASON, said
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.argv[1] == "--serve":
    serve(KINDS[sys.argv[2]])
else:
    for name in KINDS:
        main(os.path.abspath(sys.argv[1]), name)
    print("PASS")
