#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a private PostgreSQL with libwhodunit.so preloaded and checks what it understood and recorded.

usage: real_postgres.py libwhodunit.so

Truth is what this client sent, and the CPU that the kernel says its backends used (pg_stat's process ids).
"""
import os, pathlib, subprocess, sys, time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "crosstalk"))
from private_postgres import (FLUSH, GSS, SYNC, TLS, Client, Server, announcement, bind, close, execute, message, parse,
                              query, tag)
from records import Recording  # noqa: E402

BURN = "SELECT count(md5(i::text)) FROM generate_series(1,%d) i"
SETTINGS = {"parallel_setup_cost": "0", "parallel_tuple_cost": "0", "min_parallel_table_scan_size": "0",
            "shared_buffers": "64MB", "ssl": "on", "listen_addresses": "127.0.0.1", "wal_level": "replica"}


def simple(c):
    """Returns labelled, unlabelled, by the statement's Parse, malformed: what the backend must have counted."""
    assert c.query(tag(0x11) + "SELECT 1") == [b"1"]
    assert c.query("SELECT 2 " + tag(0x12), pieces=1) == [b"2"]
    assert c.query("SELECT 3") == [b"3"]
    assert c.query("/*whodunit='nonsense'*/SELECT 4") == [b"4"]
    assert c.query(tag(0x13) + "SELECT '" + "x" * 70000 + "'") == [b"x" * 70000]
    assert c.query("SELECT '" + "x" * 70000 + "'" + tag(0x14) + ";") == [b"x" * 70000]
    assert c.query("/* other */ " + tag(0x15) + "SELECT 5; SELECT 6") == [b"5", b"6"]
    return 5, 2, 0, 1


def extended(c):
    assert c.ask(parse(tag(0x21) + "SELECT $1::text", "S_1") + SYNC) == []
    for i in range(5):
        assert c.ask(close(announcement(0x30 + i)) + bind("S_1", values=[b"%d" % i]) + execute() + SYNC) == [b"%d" % i]
    assert c.ask(bind("S_1", values=[b"a"]) + execute() + SYNC) == [b"a"]
    assert c.ask(parse(tag(0x22) + "SELECT 7") + bind() + execute() + SYNC) == [b"7"]
    c.send(query("BEGIN") + close(announcement(0x23)) + parse("SELECT generate_series(1, 4)") + bind(portal="c") +
           execute("c", 3) + FLUSH)
    c.answers(b"s")
    assert c.ask(execute("c", 3) + SYNC) == [b"4"]
    c.query("COMMIT")
    try:
        c.ask(parse(tag(0x24) + "SELECT 1/0") + bind() + execute() + close("whodunit/1/x") + SYNC)
        raise SystemExit("no error")
    except RuntimeError:
        pass
    return 5 + 1 + 1 + 2 + 1, 2, 1, 1


def copies(c):
    c.query("CREATE TABLE copied (i int)")
    c.send(query(tag(0x41) + "COPY copied FROM STDIN"))
    c.answers(b"G")
    for i in range(100):
        c.send(message(b"d", b"%d\n" % i))
    c.send(message(b"c", b""))
    c.answers()
    assert c.query(tag(0x42) + "SELECT count(*) FROM copied") == [b"100"]
    c.send(query(tag(0x43) + "COPY copied TO STDOUT"))
    assert len([1 for code, _ in c.answers() if code == b"d"]) == 100
    return 3, 1, 0, 0


def cancelled(c, address):
    """A command that another connection cancels; the next one is understood again."""
    c.send(query(tag(0x51) + "SELECT pg_sleep(60)"))
    time.sleep(0.2)
    Client.cancel(address, c)
    try:
        c.answers()
        raise SystemExit("not cancelled")
    except RuntimeError:
        pass
    assert c.query(tag(0x52) + "SELECT 8") == [b"8"]
    return 2, 0, 0, 0


def pipelined(c):
    """Commands of several contexts in one piece, one of which fails, and more than are told apart."""
    def extended_query(synopsis, sql):
        return parse(tag(synopsis) + sql) + bind() + execute() + SYNC
    c.send(extended_query(0x81, BURN % 400000) + extended_query(0x82, "SELECT 1/0") +
           query(tag(0x83) + BURN % 400000) + query("SELECT 9"))
    failed = 0
    for _ in range(4):
        try:
            c.answers()
        except RuntimeError:
            failed += 1
    assert failed == 1
    c.send(100 * query(tag(0x84) + "SELECT 10"))
    for _ in range(100):
        c.answers()
    return 103, 1, 0, 0


def burned(c, synopsis):
    """A statement of 100 ms or more, so that the backend is recorded, and that there are samples."""
    c.query(tag(synopsis) + BURN % 400000)
    return 1, 0, 0, 0


def converse(server):
    """By process id what each backend must have counted: (connections, labelled, unlabelled, by Parse, malformed)."""
    port = ("127.0.0.1", server.port)
    expected = {}

    def serve(client, *parts):
        counts = [part(client) for part in parts] + [burned(client, 0x60)]
        expected[client.process] = (1, *[sum(n) for n in zip(*counts)])
        client.quit()

    serve(Client(server.address), simple, extended, copies)
    serve(Client(server.address), lambda c: cancelled(c, server.address))
    serve(Client(port), simple)
    serve(Client(server.address), pipelined)
    serve(Client(port, TLS, b"S"), pipelined)
    serve(Client(port, TLS, b"S"), simple, extended)
    serve(Client(server.address, GSS, b"N"), simple)
    serve(Client(server.address, TLS, b"N", replication="off"), extended)
    return expected


def parallel(server):
    """The backend and its workers, by what the server says of them. One query lasts until both were seen."""
    c, watch = Client(server.address), Client(server.address)
    c.query("CREATE TABLE many AS SELECT i, md5(i::text) m FROM generate_series(1,300000) i")
    c.query("ANALYZE many")
    c.send(query(tag(0x71) + "SELECT count(*) FROM many a WHERE md5(m||m||m) LIKE 'ab%'"))
    workers = set()
    for _ in range(1000):
        workers |= set(map(int, watch.query("SELECT pid FROM pg_stat_activity WHERE leader_pid = %d AND pid <> %d"
                                            % (c.process, c.process))))
        if len(workers) == 2:
            break
    c.answers()
    c.quit()
    watch.quit()
    assert len(workers) == 2, "workers: %s" % workers
    return workers


def replicates(server):
    subprocess.run([server.programs + "/pg_basebackup", "-h", server.home, "-p", str(server.port), "-U", "tester",
                    "-D", "-", "-Ft", "-X", "none", "-c", "fast"],
                   check=True, stdout=subprocess.DEVNULL)


def check(server, expected, workers):
    for process, (connections, labelled, unlabelled, by_parse, malformed) in expected.items():
        recording = Recording(server.recording, process)
        found = tuple(recording.health.get(k, 0) for k in
                      ("postgres.connections", "postgres.labelled", "postgres.unlabelled", "postgres.by_parse",
                       "wire.malformed", "postgres.mixed", "postgres.tls", "postgres.lost_track"))
        assert found == (connections, labelled, unlabelled, by_parse, malformed, 0, 0, 0), \
            (process, expected[process], found)
        mine = recording.samples_of("synopsis 60")
        assert mine > 5, "no samples under the long statement's context: %d" % mine
        if labelled > 100:  # `pipelined`
            of = [recording.samples_of("synopsis %x" % synopsis) for synopsis in (0x81, 0x82, 0x83)]
            assert of[0] > 5 and of[2] > 5 and of[1] < 0.1 * sum(of), "samples of what came at once: %s" % of
    for process in workers:
        recording = Recording(server.recording, process)
        mine = recording.samples_of("synopsis 71")
        assert mine >= 0.9 * len(recording.samples) > 0, "a worker has %d of %d" % (mine, len(recording.samples))
    print("%d backends, %d workers right" % (len(expected), len(workers)))


def main():
    with Server(os.path.abspath(sys.argv[1]), SETTINGS) as server:
        expected = converse(server)
        workers = parallel(server)
        replicates(server)
        status = server.stop()
        assert status == 0, "the server ended with %d:\n%s" % (status, server.log())
        check(server, expected, workers)
        print("PASS")


if __name__ == "__main__":
    main()
