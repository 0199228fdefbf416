#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a private mariadbd with libwhodunit.so preloaded and checks what it understood.

usage: real_mariadbd.py libwhodunit.so one-thread-per-connection|pool-of-threads
"""
import os, shutil, signal, struct, sys, tempfile

from private_mariadbd import UID, Client, counters, start, tag


def converse(path):
    """Returns (labelled, unlabelled, malformed): what the server must have counted."""
    c = Client(path)
    assert c.query(tag(0x11) + "SELECT 1") == [b"\x011"]
    assert c.query("SELECT 2 " + tag(0x12), pieces=1) == [b"\x012"]
    assert c.query("SELECT 3") == [b"\x013"]
    assert c.query("/*whodunit='nonsense'*/SELECT 4") == [b"\x014"]
    sql = "SELECT seq + ? FROM mysql.seq_1_to_5"
    s = c.prepare(tag(0x13) + sql)
    expected = [11, 12, 13, 14, 15]
    for iterations in (1, 0, 0x12345678, 0xFFFFFFFF):
        for flags in (0, 1):
            got = [r for r in c.execute(s, iterations, 10, flags)]
            values = [int.from_bytes(r[2:10], "little", signed=True) for r in got]
            assert values == expected, (iterations, flags, got)
    c.send(b"\x19" + struct.pack("<I", s))
    assert c.query(tag(0x15) + "SELECT '" + "x" * 70000 + "'")
    assert c.query(tag(0x16) + "SELECT BENCHMARK(3000000, MD5('a'))")
    assert c.query("SELECT BENCHMARK(3000000, MD5('a'))")
    c.quit()
    return 13, 3, 1


def main():
    library, threads = os.path.abspath(sys.argv[1]), sys.argv[2]
    home = tempfile.mkdtemp(prefix="whodunit-mariadbd-")
    server = None
    try:
        server = start(library, threads, home)
        total = [sum(n) for n in zip(*(converse(home + "/s") for _ in range(3)))]
        server.send_signal(signal.SIGTERM)
        code = server.wait(60)
        assert code == 0, "mariadbd ended with %d:\n%s" % (code, open(home + "/log").read())
        found = counters(home + "/rec")
        print(threads, found)
        expected = dict(zip(("mysql.labelled", "mysql.unlabelled", "wire.malformed"), total))
        for key, value in expected.items():
            assert found.get(key) == value, "%s is %s, not %d" % (key, found.get(key), value)
        assert found.get("mysql.connections", 0) >= 4, found
        for key in ("mysql.lost_track", "mysql.tls", "mysql.compressed"):
            assert found.get(key, 0) == 0, found
        data = b"".join(open(os.path.join(home, "rec", f), "rb").read() for f in os.listdir(home + "/rec"))
        assert b"statement without synopsis" in data, "no sampled context was named"
        remote = b"\x31" + struct.pack("<Q", int(UID, 16)) + b"\x38\x16"  # Context.uid, Context.synopsis
        assert remote in data, "no sample was taken under the heavy statement's context"
        print("PASS", threads)
    finally:
        if server and server.poll() is None:
            server.kill()
            server.wait()
        if not os.environ.get("KEEP"):
            shutil.rmtree(home, ignore_errors=True)


main()
