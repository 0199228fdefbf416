#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What stdio writes is nobody's, and what is written beside it is unknown: neither has another one's label.

usage: unseen.py libwhodunit.so
"""
import ctypes, os, shutil, socket, subprocess, sys, tempfile

REASON = "bytes passed unseen"


def describe(library):
    text = ctypes.create_string_buffer(4096)
    library.whodunit_describe(library.whodunit_current(), text, 4096)
    return text.value.decode()


def reader(library, end):
    for _ in range(4):
        received = end.recv(100)
        print(received.decode(), describe(library), sep="\t", flush=True)
        end.send(b"!")


def both(is_standard_output):
    library = ctypes.CDLL(None)
    library.whodunit_current.restype = ctypes.c_uint32
    library.fdopen.restype = ctypes.c_void_p
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        reader(library, theirs)
        os._exit(0)
    theirs.close()
    out = os.dup2(ours.fileno(), 1) if is_standard_output else ours.fileno()

    def write(text):
        previous = library.whodunit_begin(b"named")
        os.write(out, text)
        library.whodunit_end(previous)
        ours.recv(1)

    def print_by_stdio(text):
        library.fputs(text, stream)
        library.fflush(stream)
        ours.recv(1)

    write(b"first")
    stream = ctypes.c_void_p.in_dll(library, "stdout") if is_standard_output else ctypes.c_void_p(
        library.fdopen(out, b"w"))
    print_by_stdio(b"printed")
    write(b"second")
    print_by_stdio(b"printed again")
    os.wait()


def main(library, stream):
    home = tempfile.mkdtemp(prefix="whodunit-unseen-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_MESSAGES="on")
        out = subprocess.run([sys.executable, __file__, "--both", stream], env=environment, text=True,
                             stdout=subprocess.PIPE, timeout=60, check=True).stdout
        said = dict(line.split("\t") for line in out.splitlines())
        print(said)
        assert said["first"] not in ("", REASON), said
        assert said["printed"] != said["first"] and said["printed again"] != said["first"], said
        assert said["second"] == REASON, said
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if sys.argv[1] == "--both":
    both(sys.argv[2] == "standard output")
else:
    for stream in ("fdopen", "standard output"):
        main(os.path.abspath(sys.argv[1]), stream)
