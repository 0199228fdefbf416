# SPDX-License-Identifier: Apache-2.0
"""A recorded process whose user changes what it has mapped, while its stacks are looked up.

    mapped.py HELPER

maps a file with code, removes it, and makes a FIFO, which nobody writes to, by the name that the mapping has then. Maps
another one, with many symbols, which a child cuts and lengthens again all the time. Prints "answers" if the helper goes
on answering, and "stacks" if it has named the process's other code. The status is 77 where the helper cannot work.
"""
import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

BEGIN = struct.pack("<IIIIq", 5, 2, 0, 0, 0)
HELLO = struct.pack("<IIIIq", 5, 1, 0, 0, 0)
END = struct.pack("<IIIIq", 5, 3, 0, 0, 0)


def map_fifo(directory):
    path = os.path.join(directory, "code")
    with open(path, "w+b") as file:
        file.truncate(4096)
        mapping = mmap.mmap(file.fileno(), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
    os.unlink(path)
    os.mkfifo(path + " (deleted)")
    return mapping


def map_symbols(path, symbols):
    """Maps a file with so many bytes of symbols, which are all 0, and returns the mapping and the file's length."""
    names = 4096
    ident = b"\x7fELF\x02\x01\x01" + bytes(9)
    head = struct.pack("<16sHHIQQQIHHHHHH", ident, 3, 62, 1, 0, 0, 64, 0, 64, 56, 0, 64, 3, 0)
    no_section = bytes(64)
    its_symbols = struct.pack("<IIQQQQIIQQ", 0, 2, 0, 0, 4096, symbols, 2, 0, 8, 24)
    its_names = struct.pack("<IIQQQQIIQQ", 0, 3, 0, 0, 4096 + symbols, names, 0, 0, 1, 0)
    with open(path, "w+b") as file:
        file.write(head + no_section + its_symbols + its_names)
        file.truncate(4096 + symbols + names)
        mapping = mmap.mmap(file.fileno(), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
    return mapping, 4096 + symbols + names


def map_file_that_changes(directory):
    """Returns the mapping, and the child's number."""
    path = os.path.join(directory, "changing")
    mapping, length = map_symbols(path, 1 << 26)
    child = os.fork()
    while child == 0:
        os.truncate(path, 4096)
        os.truncate(path, length)
        time.sleep(0.001)
    return mapping, child


def main(helper):
    with tempfile.TemporaryDirectory() as directory:
        path, waits = os.path.join(directory, "helper.socket"), os.path.join(directory, "waits")
        started = subprocess.run([helper, "--socket", path, "--watch", str(os.getpid()), "--intervals", waits],
                                 check=False)
        if started.returncode != 0:
            sys.exit(77)
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        peer.settimeout(5)
        peer.connect(path)
        helper_itself = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        fifo = map_fifo(directory)
        changing, child = map_file_that_changes(directory)
        try:
            for what in (BEGIN, HELLO, END):
                peer.send(what)
                if not peer.recv(9000):
                    raise ConnectionError
                for _ in range(100):
                    time.sleep(0.005)
            print("answers")
        except TimeoutError:
            os.kill(helper_itself, signal.SIGKILL)
        except (ConnectionError, BrokenPipeError):
            pass  # it has ended
        os.kill(child, signal.SIGKILL)
        fifo.close()
        changing.close()
        with open(waits, "rb") as file:
            if b"sleep" in file.read():
                print("stacks")


if __name__ == "__main__":
    main(sys.argv[1])
