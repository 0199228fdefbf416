# SPDX-License-Identifier: Apache-2.0
"""Processes at a helper that may open few files.

    peers.py HELPER SOFT HARD PEERS

starts the helper with these limits of open files and connects so many peers. It prints "answered N", how many of them
are answered at once; "slept N of 20", in how many of 20 looks the helper sleeps meanwhile; and "served N", how many are
answered, or turned away, when those before them have gone. The status is 77 where the helper cannot work.
"""
import os
import resource
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time

HELLO = struct.pack("<IIIIq", 5, 1, 0, 0, 0)
SETTLED = 1  # s in which nobody is answered any more
LOOKS = 20


def start(helper, path, soft, hard):
    started = subprocess.run([helper, "--socket", path, "--watch", str(os.getpid())], check=False,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))
    if started.returncode != 0:
        sys.exit(77)


def connect(path):
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.connect(path)
    try:
        peer.send(HELLO)
    except BrokenPipeError:
        pass  # it is turned away
    return peer


def answered(waiting):
    """Takes out those that are answered, until no more are, and returns them."""
    done = []
    while waiting:
        ready = select.select(waiting, [], [], SETTLED)[0]
        if not ready:
            break
        for peer in ready:
            waiting.remove(peer)
            done.append(peer)
    return done


def served(peer):
    try:
        return len(peer.recv(9000)) > 0
    except ConnectionResetError:
        return False


def sleeps(peer):
    helper = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    with open(f"/proc/{helper}/stat", encoding="ascii") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] == "S"


def main(helper, soft, hard, peers):
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "helper.socket")
        start(helper, path, soft, hard)
        waiting = [connect(path) for _ in range(peers)]
        now = answered(waiting)
        print("answered", sum(served(peer) for peer in now))
        slept = 0
        for _ in range(LOOKS):
            slept += sleeps((waiting or now)[0])
            time.sleep(0.05)
        print("slept", slept, "of", LOOKS)
        all_served = len(now)
        while now:
            for peer in now:
                peer.close()
            now = answered(waiting)
            all_served += len(now)
        print("served", all_served)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]))
