# SPDX-License-Identifier: Apache-2.0
"""One user's connections, as many as he can have, and others'.

    greedy.py HELPER

A user who is not the helper's connects as often as it may have descriptors, and stays. Prints "greedy N", how many of
these are answered; "other N" and "root N", how many of three connections of another user's and of root's are,
meanwhile; and "ended 1" if the helper ends with the process that it was started for, though he is still connected. The
status is 77 where the helper cannot work, or this is not root.
"""
import os
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

HELLO = struct.pack("<IIIIq", 5, 1, 0, 0, 0)
DESCRIPTORS = 200
PATIENCE = 5  # s


def connect(path):
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.setblocking(False)
    try:
        peer.connect(path)
        peer.send(HELLO)
    except (BlockingIOError, ConnectionError):
        pass
    return peer


def is_answered(peer, patience):
    if not select.select([peer], [], [], patience)[0]:
        return False
    try:
        return len(peer.recv(9000)) > 0
    except OSError:
        return False


def connections(path, user, n):
    """A child of that user's, which has n connections, and stays; how many of them are answered."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            all_of_them = [connect(path) for _ in range(n)]
            first = is_answered(all_of_them[0], PATIENCE)
            time.sleep(1)
            os.write(write, b"%d" % (first + sum(is_answered(p, 0) for p in all_of_them[1:])))
            time.sleep(60)
        finally:
            os._exit(0)
    os.close(write)
    answered = int(os.read(read, 20))
    os.close(read)
    return child, answered


def main(helper):
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        path = os.path.join(directory, "helper.socket")
        with subprocess.Popen(["sleep", "100"]) as watched:
            started = subprocess.run(
                [helper, "--socket", path, "--watch", str(watched.pid)], check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS)))
            if started.returncode != 0 or os.geteuid() != 0:
                watched.kill()
                sys.exit(77)
            children = []
            for name, user, n in (("greedy", 65534, DESCRIPTORS), ("other", 65533, 3), ("root", 0, 3)):
                child, answered = connections(path, user, n)
                print(name, answered, flush=True)
                children.append(child)
            watched.kill()
        for child in children[1:]:
            os.kill(child, signal.SIGKILL)
        for _ in range(100):
            if not os.path.exists(path):
                break
            time.sleep(0.1)
        print("ended", int(not os.path.exists(path)))
        os.kill(children[0], signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
