#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requests that begin right after a tick and have ended before the next: the tick alone finds next to none of their
CPU. They have as many samples as they use.

usage: short.py libwhodunit.so
"""
import os, shutil, socket, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

COARSE = 6  # CLOCK_MONOTONIC_COARSE: goes on at each tick
REQUESTS, PERIOD_S = 600, 0.004
WORKER = """
import socket, time
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
connection, used = listener.accept()[0], 0
while connection.recv(100):
    begin = time.thread_time()
    while time.thread_time() < begin + %f:
        pass
    connection.send(b"done")
    used += time.thread_time() - begin
print(used, flush=True)
"""


def next_tick():
    begin = time.clock_gettime(COARSE)
    while time.clock_gettime(COARSE) == begin:
        pass


def ask(port):
    with socket.create_connection(("127.0.0.1", port)) as worker:
        for _ in range(REQUESTS):
            next_tick()
            worker.sendall(b"GET /short HTTP/1.1\r\n\r\n")
            assert worker.recv(4) == b"done"


def main():
    home, tick = tempfile.mkdtemp(prefix="whodunit-short-"), time.clock_getres(COARSE)
    environment = dict(os.environ, LD_PRELOAD=os.path.abspath(sys.argv[1]), WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                       WHODUNIT_INTERVAL="4ms", WHODUNIT_TIER="worker", WHODUNIT_MESSAGES="on",
                       WHODUNIT_ROTATE="3600s")
    try:
        command = [sys.executable, "-c", WORKER % (0.4 * tick)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as worker:
            ask(int(worker.stdout.readline()))
            used = float(worker.stdout.readline())
        assert worker.returncode == 0
        recording = Recording(home)
        samples = sum(recording.type_of(context) == "GET /short" for context in recording.labels.values())
        print("used %.3f s, sampled %.3f s" % (used, samples * PERIOD_S))
        assert 0.85 * used < samples * PERIOD_S < 1.25 * used
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print("PASS")


main()
