#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Commands of several contexts that a backend receives at once, with a COPY or an error among them: what it does is
never another context's (docs/postgresql.md, "Pipelines").

usage: postgres_pipelines.py libwhodunit.so

Each case is a connection of its own, on which one statement or two take nearly all of the CPU: truth is whose they are.
"""
import os, sys

from private_postgres import FLUSH, SYNC, TLS, Client, Server, bind, execute, message, parse, query, tag
from real_postgres import BURN, SETTINGS, Recording

HEAVY = BURN % 300000
ROW, DONE = message(b"d", b"1\n"), message(b"c", b"")
SEVERAL = "statements of several contexts at once"
BARE = "statement without synopsis"
TABLES = [
    "CREATE TABLE plain (i int)", "CREATE TABLE slow (i int)",
    "CREATE FUNCTION burn() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN PERFORM count(md5(i::text)) FROM generate_series(1, 300000) i; RETURN NEW; END $$",
    "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED "
    "FOR EACH ROW EXECUTE FUNCTION burn()",
]


def extended(sql, synopsis=0):
    return parse((tag(synopsis) if synopsis else "") + sql) + bind() + execute()


def simple(sql, synopsis):
    return query(tag(synopsis) + sql)


def send(c, data, answers=1):
    c.send(data)
    for _ in range(answers):
        try:
            c.answers()
        except RuntimeError:
            pass


def copy(c, begin, data, answers):
    c.send(begin)
    c.answers(b"G")
    send(c, data, answers)


# a COPY's rows are worked on when they have all come, and so is what its transaction has put off
def behind_a_copy(c):
    copy(c, simple("COPY slow FROM STDIN", 1), ROW + DONE + simple("SELECT 1", 2) + simple(HEAVY, 3), 3)


def behind_an_extended_copy(c):
    copy(c, extended("COPY slow FROM STDIN", 1) + SYNC,
         ROW + DONE + SYNC + simple("SELECT 1", 2) + simple(HEAVY, 3), 3)


def in_a_copys_turn(c):
    copy(c, extended("COPY slow FROM STDIN", 1) + SYNC, ROW + DONE + extended("SELECT 1", 2) + SYNC, 1)


def all_of_a_copy(c):
    send(c, extended("COPY plain FROM STDIN", 1) + ROW + DONE + SYNC + simple(HEAVY, 2), 2)


def a_sync_that_a_copy_ignores(c):
    send(c, extended("COPY plain FROM STDIN", 1) + SYNC + ROW + DONE + SYNC + simple(HEAVY, 2), 2)


def a_query_that_is_passed_over(c):
    send(c, extended("SELECT 1/0", 1) + simple("SELECT 1", 2) + SYNC + simple(HEAVY, 3), 2)


def several_in_a_turn(c):
    send(c, extended(HEAVY, 1) + extended("SELECT 1", 2) + SYNC)


def without_and_with(c):
    send(c, extended(HEAVY) + extended("SELECT 1", 2) + SYNC)


def with_and_without(c):
    send(c, extended(HEAVY, 1) + extended("SELECT 1") + SYNC)


def more_than_are_told_apart(c):
    send(c, b"".join(simple("SELECT 1", 0x10 + i) for i in range(70)) + simple(HEAVY, 1) + simple("SELECT 1", 2), 72)


# from the second time on a connection's executions are received one by one
def again(c):
    several_in_a_turn(c)
    send(c, extended(HEAVY, 3) + extended(HEAVY) + parse("SELECT 1") + bind() + extended(HEAVY, 4) + SYNC + SYNC, 2)
    a_query_that_is_passed_over(c)
    send(c, extended("COPY slow FROM STDIN", 5) + SYNC + ROW + DONE + SYNC + extended("SELECT 1", 6) + SYNC, 2)
    data = extended("SELECT 1", 7) + extended("SELECT '%s'" % ("x" * 20000), 8) + SYNC
    for size in (3, 100, 997):
        for at in range(0, len(data), size):
            c.send(data[at:at + size])
        c.answers()


def in_pieces(c):
    c.send(query("BEGIN") + parse(tag(1) + "SELECT md5(repeat(i::text, 30)) FROM generate_series(1, 200000) i") +
           bind(portal="p") + execute("p", 100000) + FLUSH)
    c.answers(b"s")
    send(c, simple("SELECT 1", 2))
    send(c, execute("p") + SYNC)


CASES = {
    behind_a_copy: {"synopsis 1": 0.5, "synopsis 3": 0.5},
    behind_an_extended_copy: {"synopsis 1": 0.5, "synopsis 3": 0.5},
    in_a_copys_turn: {SEVERAL: 1},
    all_of_a_copy: {"synopsis 2": 1},
    a_sync_that_a_copy_ignores: {SEVERAL: 1},
    a_query_that_is_passed_over: {SEVERAL: 1},
    several_in_a_turn: {SEVERAL: 1},
    without_and_with: {SEVERAL: 1},
    with_and_without: {SEVERAL: 1},
    more_than_are_told_apart: {SEVERAL: 1},
    again: {SEVERAL: 1 / 6, "synopsis 3": 2 / 6, BARE: 1 / 6, "synopsis 4": 1 / 6, "synopsis 5": 1 / 6},
    in_pieces: {"synopsis 1": 1},
}


def check(name, recording, expected):
    found = {}
    for context in recording.labels.values():
        kind = recording.type_of(context)
        found[kind] = found.get(kind, 0) + 1
    samples = sum(found.values())
    print("%-28s %s" % (name, found), flush=True)
    assert samples > 10, "%d samples" % samples
    assert recording.health.get("postgres.lost_track", 0) == 0
    assert recording.health.get("postgres.mixed", 0) == (1 if SEVERAL in expected else 0), recording.health
    for kind, share in expected.items():
        assert abs(found.get(kind, 0) / samples - share) < 0.15, "%s has not %.2f of %d" % (kind, share, samples)


def main():
    with Server(os.path.abspath(sys.argv[1]), SETTINGS) as server:
        c = Client(server.address)
        for table in TABLES:
            c.query(table)
        c.quit()
        backends = []
        for case, expected in CASES.items():
            for connect in (lambda: Client(server.address), lambda: Client(("127.0.0.1", server.port), TLS, b"S")):
                c = connect()
                case(c)
                backends.append((case.__name__, c.process, expected))
                c.quit()
        assert server.stop() == 0, server.log()
        for name, process, expected in backends:
            check(name, Recording(server.recording, process), expected)
        print("PASS")


main()
