#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waits of known length and holder between the backends of a private PostgreSQL.

usage: postgres_waits.py libwhodunit.so [ROUNDS]

Each scenario has a waiting and a holding connection, whose statements carry a synopsis each. A third one sees in
pg_stat_activity that the waiter waits; the holder then lets go after a known time.
"""
import os, pathlib, signal, sys, threading, time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "crosstalk"))
from private_postgres import Client, Server, query, tag
from records import Recording  # noqa: E402

HELD = 0.2
UPDATE = "UPDATE r SET v = v + 1 WHERE id = %d"
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 2


class Pair:
    def __init__(self, address, waiter, holder):
        self.address = address
        self.waits, self.holds, self.watches = Client(address), Client(address), Client(address)
        self.waiter, self.holder = tag(waiter), tag(holder)

    def hold(self, *statements):
        for sql in statements:
            self.holds.query(self.holder + sql)

    def wait(self, sql, let_go=None, after=HELD, fails=False):
        """Seconds that the waiter waited at least and at most. `let_go`: the holder's statement, or a function."""
        def run():
            try:
                self.waits.query(self.waiter + sql)
                assert not fails, "did not fail: " + sql
            except (RuntimeError, ConnectionError):
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
        if callable(let_go):
            let_go()
        elif let_go:
            self.hold(let_go)
        waiting.join()
        return least, time.monotonic() - begin

    def quit(self):
        for client in self.waits, self.holds, self.watches:
            client.quit()


def held(holds, waits, let_go, *undo):
    """The holder makes its statements, and the waiter waits until the holder lets go; then it undoes what it did."""
    def scenario(pair):
        pair.hold(*holds)
        times = pair.wait(waits, let_go)
        for sql in undo:
            pair.waits.query(sql)
        return times
    return scenario


def beyond_deadlock_timeout(pair):
    """The waiter wakes itself to look for a deadlock, and sleeps on: one wait."""
    pair.hold("BEGIN", UPDATE % 2)
    return pair.wait(UPDATE % 2, "COMMIT", after=0.7)


def buffer_pin(pair):
    pair.watches.query("INSERT INTO pinned VALUES (3)")  # something to freeze, for which the page may not be in use
    pair.hold("BEGIN", "DECLARE c CURSOR FOR SELECT * FROM pinned", "FETCH 1 FROM c")
    times = pair.wait("VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) pinned", "CLOSE c")
    pair.hold("COMMIT")
    return times


def given_up(pair):
    """Nobody let go."""
    pair.hold("BEGIN", UPDATE % 3)
    pair.waits.query("SET lock_timeout = '200ms'")
    times = pair.wait(UPDATE % 3, fails=True)
    pair.hold("ROLLBACK")
    return 0.2, times[1]


def given_up_twice(pair):
    """The second statement is there before the first one fails: the server does not sleep between them."""
    pair.hold("BEGIN", UPDATE % 5)
    pair.waits.query("SET lock_timeout = '200ms'")
    begin = time.monotonic()
    pair.waits.send(query(pair.waiter + UPDATE % 5))
    time.sleep(0.1)
    pair.waits.send(query(pair.waiter + UPDATE % 5))
    for _ in range(2):
        try:
            pair.waits.answers()
            assert False, "did not fail"
        except RuntimeError:
            pass
    most = time.monotonic() - begin
    pair.hold("ROLLBACK")
    return 0.4, most


def tries_thrice(pair):
    """Waits of one place, and the CPU between them is no part of them."""
    pair.hold("BEGIN", UPDATE % 7)
    pair.waits.query("SET lock_timeout = '150ms'")
    seconds = float(pair.waits.query(pair.waiter + "SELECT tries_thrice()")[0])
    pair.hold("ROLLBACK")
    return 0.45, seconds


def terminated(pair):
    """The waiter's process ends before it reads from its client again. Whoever ends it is not the server's."""
    pair.hold("BEGIN", UPDATE % 6)
    times = pair.wait(UPDATE % 6, lambda: os.kill(pair.waits.process, signal.SIGTERM), fails=True)
    pair.hold("ROLLBACK")
    pair.waits = Client(pair.address)
    return times


WAITS_THAT_NOBODY_ENDED = {given_up: 1, given_up_twice: 2, tries_thrice: 3, terminated: 1}
ONCE = {terminated}

# what is exported of the functions in the waiter's path
SCENARIOS = [
    (held(["BEGIN", UPDATE % 1], UPDATE % 1, "COMMIT"), "update", "heap_update"),
    (held(["BEGIN", UPDATE % 1], "SELECT v FROM r WHERE id = 1 FOR UPDATE", "COMMIT"),
     "select for update", "heap_lock_tuple"),
    (held(["BEGIN", UPDATE % 4], "DELETE FROM r WHERE id = 4", "COMMIT", "INSERT INTO r VALUES (4, 0)"),
     "delete", "heap_delete"),
    (beyond_deadlock_timeout, "beyond deadlock_timeout", "heap_update"),
    (held(["BEGIN", "INSERT INTO r VALUES (100, 0)"], "INSERT INTO r VALUES (100, 1)", "ROLLBACK",
          "DELETE FROM r WHERE id = 100"), "unique key", "XactLockTableWait"),
    (held(["BEGIN", "DELETE FROM parent WHERE id = 1"], "INSERT INTO child VALUES (1)", "ROLLBACK",
          "DELETE FROM child"), "foreign key", "heap_lock_tuple"),
    (held(["BEGIN", "LOCK TABLE r IN ACCESS EXCLUSIVE MODE"], "SELECT count(*) FROM r", "COMMIT"),
     "locked table", "LockRelationOid"),
    (held(["BEGIN", "SELECT count(*) FROM r"], "ALTER TABLE r ALTER v SET DEFAULT 1", "COMMIT"),
     "table that is read", "LockRelationOid"),
    (held(["SELECT pg_advisory_lock(7)"], "SELECT pg_advisory_lock(7)", "SELECT pg_advisory_unlock(7)",
          "SELECT pg_advisory_unlock(7)"), "advisory lock", "pg_advisory_lock_int8"),
    (held(["BEGIN", "SELECT pg_advisory_xact_lock(8)"], "SELECT pg_advisory_xact_lock(8)", "COMMIT"),
     "advisory lock of a transaction", "pg_advisory_xact_lock_int8"),
    (held(["BEGIN", "SELECT pg_advisory_xact_lock(9, 9)"], "SELECT pg_advisory_xact_lock_shared(9, 9)", "ROLLBACK"),
     "shared advisory lock", "pg_advisory_xact_lock_shared_int4"),
    (buffer_pin, "buffer pin", "LockBufferForCleanup"),
    (held(["BEGIN", "INSERT INTO indexed VALUES (1)"], "CREATE INDEX CONCURRENTLY again ON indexed (id)", "COMMIT",
          "DROP INDEX again"), "end of a transaction", "VirtualXactLock"),
    (given_up, "given up", "heap_update"),
    (given_up_twice, "given up twice", "heap_update"),
    (tries_thrice, "tries thrice", "heap_update"),
    (terminated, "terminated", "heap_update"),
]

# the seconds that it has waited
TRIES_THRICE = """CREATE FUNCTION tries_thrice() RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    waited float8 = 0;
    began timestamptz;
BEGIN
    FOR i IN 1..3 LOOP
        began = clock_timestamp();
        BEGIN
            UPDATE r SET v = v + 1 WHERE id = 7;
        EXCEPTION WHEN lock_not_available THEN
            waited = waited + extract(epoch FROM clock_timestamp() - began);
        END;
        PERFORM count(md5(n::text)) FROM generate_series(1, 100000) n;
    END LOOP;
    RETURN waited;
END $$"""


def prepare(address):
    c = Client(address)
    for sql in ("CREATE TABLE r (id int PRIMARY KEY, v int)", "INSERT INTO r SELECT i, 0 FROM generate_series(1, 9) i",
                "CREATE TABLE parent (id int PRIMARY KEY)", "INSERT INTO parent VALUES (1)",
                "CREATE TABLE child (p int REFERENCES parent)", "CREATE TABLE pinned (i int)",
                "INSERT INTO pinned VALUES (1), (2)", "CREATE TABLE indexed (id int)", TRIES_THRICE):
        c.query(sql)
    c.quit()


def run(address):
    """(process, what each round returned), by scenario."""
    waited = []
    for number, (scenario, _, _) in enumerate(SCENARIOS):
        pair = Pair(address, 0x100 + number, 0x200 + number)
        process = pair.waits.process
        waited.append((process, [scenario(pair) for _ in range(1 if scenario in ONCE else ROUNDS)]))
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
        count = len(rounds) * WAITS_THAT_NOBODY_ENDED.get(scenario, 1)
        assert sum(w["count"] for w in mine) == count, (name, count, mine)
        assert 0.95 * least <= seconds <= most, "%s: recorded %.3f s of %.3f to %.3f s" % (name, seconds, least, most)
        for w in mine:
            assert function in recording.path(w["waiter_path"]), (name, recording.path(w["waiter_path"]))
            right = recording.type_of(w["holder"]) == "synopsis %x" % (0x200 + number) and w["end"] == "WOKEN"
            if scenario in WAITS_THAT_NOBODY_ENDED:
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
