# SPDX-License-Identifier: Apache-2.0
"""A user's process that maps more symbols than the helper shall keep for him.

    many_symbols.py HELPER

maps files that say to have 600 MB of symbols, which cost him nothing. Prints "kept N": how many MB of them the helper
has in memory then. The status is 77 where the helper cannot work, or this is not root.
"""
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time

from mapped import BEGIN, END, map_symbols

NOBODY = 65534
FILES = 10
EACH = 60 << 20


def be_looked_into(path, directory):
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    mappings = [map_symbols(os.path.join(directory, str(i)), EACH) for i in range(FILES)]
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.connect(path)
    for what in (BEGIN, END):
        peer.send(what)
        if not peer.recv(9000):
            return 1
        for _ in range(100):
            time.sleep(0.005)
    return len(mappings) - FILES


def main(helper):
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o777)
        path, waits = os.path.join(directory, "helper.socket"), os.path.join(directory, "waits")
        started = subprocess.run([helper, "--socket", path, "--watch", str(os.getpid()), "--intervals", waits],
                                 check=False)
        if started.returncode != 0 or os.geteuid() != 0:
            sys.exit(77)
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        peer.connect(path)
        itself = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        child = os.fork()
        if child == 0:
            os._exit(be_looked_into(path, directory))
        if os.waitpid(child, 0)[1] != 0:
            sys.exit(1)
        with open(f"/proc/{itself}/status", encoding="ascii") as status:
            print("kept", sum(int(line.split()[1]) for line in status if line.startswith("RssShmem")) >> 10)


if __name__ == "__main__":
    main(sys.argv[1])
