#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waits of known length and holder between the backends of a private PostgreSQL.

usage: postgres_waits.py libwhodunit.so [ROUNDS]

Each scenario has a waiting and a holding connection, whose statements carry a synopsis each. A third one sees in
pg_stat_activity that the waiter waits; the holder then lets go after a known time.
"""
import os, pathlib, sys, threading, time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "crosstalk"))
from private_postgres import Client, Server, tag
from records import Recording  # noqa: E402

HELD = 0.2
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 2


class Pair:
    def __init__(self, address, waiter, holder):
        self.waits, self.holds, self.watches = Client(address), Client(address), Client(address)
        self.waiter, self.holder = tag(waiter), tag(holder)

    def hold(self, *statements):
        for sql in statements:
            self.holds.query(self.holder + sql)

    def wait(self, sql, *let_go, after=HELD, fails=False):
        """Seconds that the waiter waited at least and at most."""
        def run():
            try:
                self.waits.query(self.waiter + sql)
                assert not fails, "did not fail: " + sql
            except RuntimeError:
                assert fails, "failed: " + sql
        begin = time.monotonic()
        waiting = threading.Thread(target=run)
        waiting.start()
        while not self.watches.query("SELECT 1 FROM pg_stat_activity WHERE pid = %d AND wait_event_type IN "
                                     "('Lock', 'BufferPin')" % self.waits.process):
            assert time.monotonic() < begin + 20, "never waited: " + sql
        seen = time.monotonic()
        time.sleep(after)
        least = time.monotonic() - seen
        self.hold(*let_go)
        waiting.join()
        return least, time.monotonic() - begin

    def quit(self):
        for client in self.waits, self.holds, self.watches:
            client.quit()


def held_row(sql):
    def scenario(pair):
        pair.hold("BEGIN", "UPDATE r SET v = v + 1 WHERE id = 1")
        return pair.wait(sql, "COMMIT")
    return scenario


def deleted_row(pair):
    pair.hold("BEGIN", "UPDATE r SET v = v + 1 WHERE id = 4")
    times = pair.wait("DELETE FROM r WHERE id = 4", "COMMIT")
    pair.waits.query("INSERT INTO r VALUES (4, 0)")
    return times


def beyond_deadlock_timeout(pair):
    """The waiter wakes itself to look for a deadlock, and sleeps on: one wait."""
    pair.hold("BEGIN", "UPDATE r SET v = v + 1 WHERE id = 2")
    return pair.wait("UPDATE r SET v = v + 1 WHERE id = 2", "COMMIT", after=0.7)


def unique_key(pair):
    pair.hold("BEGIN", "INSERT INTO r VALUES (100, 0)")
    times = pair.wait("INSERT INTO r VALUES (100, 1)", "ROLLBACK")
    pair.waits.query("DELETE FROM r WHERE id = 100")
    return times


def foreign_key(pair):
    pair.hold("BEGIN", "DELETE FROM parent WHERE id = 1")
    times = pair.wait("INSERT INTO child VALUES (1)", "ROLLBACK")
    pair.waits.query("DELETE FROM child")
    return times


def locked_table(pair):
    pair.hold("BEGIN", "LOCK TABLE r IN ACCESS EXCLUSIVE MODE")
    return pair.wait("SELECT count(*) FROM r", "COMMIT")


def read_table(pair):
    pair.hold("BEGIN", "SELECT count(*) FROM r")
    return pair.wait("ALTER TABLE r ALTER v SET DEFAULT 1", "COMMIT")


def advisory(pair):
    pair.hold("SELECT pg_advisory_lock(7)")
    times = pair.wait("SELECT pg_advisory_lock(7)", "SELECT pg_advisory_unlock(7)")
    pair.waits.query("SELECT pg_advisory_unlock(7)")
    return times


def advisory_transaction(pair):
    pair.hold("BEGIN", "SELECT pg_advisory_xact_lock(8)")
    return pair.wait("SELECT pg_advisory_xact_lock(8)", "COMMIT")


def advisory_shared(pair):
    pair.hold("BEGIN", "SELECT pg_advisory_xact_lock(9, 9)")
    return pair.wait("SELECT pg_advisory_xact_lock_shared(9, 9)", "ROLLBACK")


def buffer_pin(pair):
    pair.watches.query("INSERT INTO pinned VALUES (3)")  # something to freeze, for which the page may not be in use
    pair.hold("BEGIN", "DECLARE c CURSOR FOR SELECT * FROM pinned", "FETCH 1 FROM c")
    times = pair.wait("VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) pinned", "CLOSE c")
    pair.hold("COMMIT")
    return times


def concurrent_index(pair):
    pair.hold("BEGIN", "INSERT INTO indexed VALUES (1)")
    times = pair.wait("CREATE INDEX CONCURRENTLY again ON indexed (id)", "COMMIT")
    pair.waits.query("DROP INDEX again")
    return times


def given_up(pair):
    """Nobody let go."""
    pair.hold("BEGIN", "UPDATE r SET v = v + 1 WHERE id = 3")
    pair.waits.query("SET lock_timeout = '200ms'")
    times = pair.wait("UPDATE r SET v = v + 1 WHERE id = 3", fails=True)
    pair.hold("ROLLBACK")
    return 0.2, times[1]


# what is exported of the functions in the waiter's path
SCENARIOS = [
    (held_row("UPDATE r SET v = v + 1 WHERE id = 1"), "update", "heap_update"),
    (held_row("SELECT v FROM r WHERE id = 1 FOR UPDATE"), "select for update", "heap_lock_tuple"),
    (deleted_row, "delete", "heap_delete"),
    (beyond_deadlock_timeout, "beyond deadlock_timeout", "heap_update"),
    (unique_key, "unique key", "XactLockTableWait"),
    (foreign_key, "foreign key", "heap_lock_tuple"),
    (locked_table, "locked table", "LockRelationOid"),
    (read_table, "table that is read", "LockRelationOid"),
    (advisory, "advisory lock", "pg_advisory_lock_int8"),
    (advisory_transaction, "advisory lock of a transaction", "pg_advisory_xact_lock_int8"),
    (advisory_shared, "shared advisory lock", "pg_advisory_xact_lock_shared_int4"),
    (buffer_pin, "buffer pin", "LockBufferForCleanup"),
    (concurrent_index, "end of a transaction", "VirtualXactLock"),
    (given_up, "given up", "heap_update"),
]


def prepare(address):
    c = Client(address)
    for sql in ("CREATE TABLE r (id int PRIMARY KEY, v int)", "INSERT INTO r SELECT i, 0 FROM generate_series(1, 9) i",
                "CREATE TABLE parent (id int PRIMARY KEY)", "INSERT INTO parent VALUES (1)",
                "CREATE TABLE child (p int REFERENCES parent)", "CREATE TABLE pinned (i int)",
                "INSERT INTO pinned VALUES (1), (2)", "CREATE TABLE indexed (id int)"):
        c.query(sql)
    c.quit()


def run(address):
    """(process, what each round returned), by scenario."""
    waited = []
    for number, (scenario, _, _) in enumerate(SCENARIOS):
        pair = Pair(address, 0x100 + number, 0x200 + number)
        process = pair.waits.process
        waited.append((process, [scenario(pair) for _ in range(ROUNDS)]))
        pair.quit()
    return waited


def check(directory, waited):
    blamed = total = 0
    for number, (process, rounds) in enumerate(waited):
        scenario, name, function = SCENARIOS[number]
        recording = Recording(directory, process)
        mine = [w for w in recording.waits if recording.type_of(w["waiter"]) == "synopsis %x" % (0x100 + number)
                and w["max_ns"] > 100e6]
        if os.environ.get("SHOW"):
            for w in mine:
                print(name, w["end"], w["count"], w["sum_ns"] / 1e6, recording.type_of(w["holder"]))
                print("   at   ", " < ".join(recording.path(w["waiter_path"])[:12]))
                print("   until", " < ".join(recording.path(w["holder_path"])[:12]))
        least, most = (sum(seconds) for seconds in zip(*rounds))
        seconds = sum(w["sum_ns"] for w in mine) / 1e9
        assert sum(w["count"] for w in mine) == len(rounds), (name, len(rounds), mine)
        assert 0.95 * least <= seconds <= most, "%s: recorded %.3f s of %.3f to %.3f s" % (name, seconds, least, most)
        for w in mine:
            assert function in recording.path(w["waiter_path"]), (name, recording.path(w["waiter_path"]))
            right = recording.type_of(w["holder"]) == "synopsis %x" % (0x200 + number) and w["end"] == "WOKEN"
            if scenario is given_up:
                right = w["holder"] == 0 and w["end"] != "WOKEN"
            total += w["count"]
            blamed += w["count"] if right else 0
        print("%-32s %.3f s recorded of %.3f to %.3f s" % (name, seconds, least, most))
    print("%d of %d waits have the right holder" % (blamed, total))
    assert blamed >= 0.99 * total


def main():
    with Server(os.path.abspath(sys.argv[1]), {"deadlock_timeout": "250ms", "autovacuum": "off"}) as server:
        prepare(server.address)
        waited = run(server.address)
        status = server.stop()
        assert status == 0, "the server ended with %d:\n%s" % (status, server.log())
        check(server.recording, waited)
        print("PASS")


main()
