# SPDX-License-Identifier: Apache-2.0
"""Threads that begin while the ring of events is full.

    full_ring.py HELPER

The helper is stopped while two threads wait for each other until the ring must be full; then a thread begins and waits,
and goes on when the helper does. Prints "begun-meanwhile 1" if the file of waits tells of it as one that is recorded,
and "dropped 1" if something was dropped. The status is 77 where the helper cannot work.
"""
import ctypes
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

BEGIN = struct.pack("<IIIIq", 5, 2, 0, 0, 0)
END = struct.pack("<IIIIq", 5, 3, 0, 0, 0)
RING = 1 << 25
INTERVAL = 80  # bytes that one takes in the ring, at least
NAME = b"late-one"


def switches():
    total = 0
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/status", encoding="ascii") as status:
            total += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
    return total


def hand_on(read, write):
    while os.read(read, 1):
        os.write(write, b"x")


def fill():
    a, b = os.pipe(), os.pipe()
    child = threading.Thread(target=hand_on, args=(a[0], b[1]), daemon=True)
    child.start()
    until = switches() + 2 * RING // INTERVAL
    while switches() < until:
        for _ in range(5000):
            os.write(a[1], b"x")
            os.read(b[0], 1)
    os.close(a[1])


def wait_often():
    ctypes.CDLL(None).prctl(15, NAME, 0, 0, 0)  # PR_SET_NAME
    while not stop.is_set():
        time.sleep(0.01)


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def blocks(data, kind):
    at = 32
    while at + 48 <= len(data):
        _, what, length = struct.unpack_from("<III", data, at)
        if what == kind:
            yield data[at + 48:at + 48 + length]
        at += 48 + length


def recorded_threads(data):
    """Names of the threads that are said to be recorded."""
    names = set()
    for block in blocks(data, 1):
        at = 0
        while at < len(block):
            tag, (length, at) = block[at], varint(block, at + 1)
            entry, at = block[at:at + length], at + length
            if tag == ord("T"):
                place, fields = 0, []
                for _ in range(9):
                    field, place = varint(entry, place)
                    fields.append(field)
                if fields[7]:
                    names.add(entry[place:place + fields[8]])
    return names


def dropped(data):
    last = 0
    for block in blocks(data, 3):
        at = 0
        while at < len(block):
            length, at = varint(block, at)
            name, at = block[at:at + length], at + length
            number, at = varint(block, at)
            if name == b"dropped":
                last = number
    return last


stop = threading.Event()


def main(helper):
    with tempfile.TemporaryDirectory() as directory:
        path, waits = os.path.join(directory, "helper.socket"), os.path.join(directory, "waits")
        if subprocess.run([helper, "--socket", path, "--watch", str(os.getpid()), "--intervals", waits],
                          check=False).returncode != 0:
            sys.exit(77)
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        peer.connect(path)
        itself = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        peer.send(BEGIN)
        peer.recv(9000)
        os.kill(itself, signal.SIGSTOP)
        try:
            fill()
            late = threading.Thread(target=wait_often)
            late.start()
            time.sleep(0.5)
        finally:
            os.kill(itself, signal.SIGCONT)
        time.sleep(1)
        peer.send(END)
        peer.recv(9000)
        stop.set()
        late.join()
        with open(waits, "rb") as file:
            data = file.read()
        print("begun-meanwhile", int(NAME in recorded_threads(data)))
        print("dropped", int(dropped(data) > 0))


if __name__ == "__main__":
    main(sys.argv[1])
