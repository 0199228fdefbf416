#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom inside a real mariadbd, by the contexts that came in SQL comments.

usage: mariadb_waits.py libwhodunit.so one-thread-per-connection|pool-of-threads

Each scenario makes one statement wait for another one ROUNDS times. The holder
lets go only HELD seconds after the server says that the waiter waits, so that
each wait is known to lie between that and what the waiting client measures. The
recording must blame the holder for it.
"""
import os, shutil, signal, sys, tempfile, threading, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mysql"))
from private_mariadbd import Client, start, tag
from records import Recording

ROUNDS = 4
HELD = 0.3
HELD_LONG = 2.5
GATE = "GET_LOCK('gate', 600)"


class Session(Client):
    """A connection whose statements carry a synopsis."""

    def __init__(self, path, synopsis):
        super().__init__(path)
        self.tag = tag(synopsis)
        self.id = int(self.query("SELECT CONNECTION_ID()")[0][1:])
        self.query("USE test")

    def run(self, *statements):
        for sql in statements:
            self.query(self.tag + sql)

    def begin(self, sql):
        thread = threading.Thread(target=self.run, args=(sql,))
        thread.start()
        return thread


class Pair:
    """A waiting and a holding connection, and one that watches both and keeps the gate that can hold up a holder."""

    def __init__(self, path, waiter, holder):
        self.waits, self.holds, self.watches = Session(path, waiter), Session(path, holder), Client(path)

    def until(self, sql):
        end = time.monotonic() + 60
        while not self.watches.query(sql):
            assert time.monotonic() < end, "never: " + sql
            time.sleep(0.15)  # INNODB_TRX is renewed only when nobody has read it for 0.1 s

    def until_state(self, session, state):
        self.until("SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = %d AND STATE = '%s'" % (session.id, state))

    def hold_at_gate(self, sql):
        """The holder's statement begins, and goes on when the gate opens."""
        self.watches.query("DO " + GATE)
        holding = self.holds.begin(sql)
        self.until_state(self.holds, "User lock")
        return holding

    def open_gate(self, holding):
        self.watches.query("DO RELEASE_LOCK('gate')")
        holding.join()
        self.holds.query("DO RELEASE_LOCK('gate')")

    def wait(self, sql, until_waiting, let_go, held=HELD):
        """Seconds that the waiter waited at least and at most."""
        begin = time.monotonic()
        waiting = self.waits.begin(sql)
        until_waiting()
        seen = time.monotonic()
        time.sleep(held)
        least = time.monotonic() - seen
        let_go()
        waiting.join()
        return least, time.monotonic() - begin

    def quit(self):
        for client in self.waits, self.holds, self.watches:
            client.quit()


def table_lock(pair):
    """MyISAM: a SELECT waits for an UPDATE of the table."""
    holding = pair.hold_at_gate("UPDATE myisam SET v = v + " + GATE)
    return pair.wait("SELECT v FROM myisam", lambda: pair.until_state(pair.waits, "Waiting for table level lock"),
                     lambda: pair.open_gate(holding))


def metadata_lock(pair, held=HELD):
    """An ALTER waits for a SELECT that uses the table."""
    holding = pair.hold_at_gate("SELECT %s FROM altered" % GATE)
    return pair.wait("ALTER TABLE altered COMMENT 'again'",
                     lambda: pair.until_state(pair.waits, "Waiting for table metadata lock"),
                     lambda: pair.open_gate(holding), held)


def long_metadata_lock(pair):
    """The same for longer: the server waits a second at a time."""
    return metadata_lock(pair, HELD_LONG)


def until_row_is_awaited(pair):
    pair.until("SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = %d AND trx_state = 'LOCK WAIT'"
               % pair.waits.id)


def row_lock(pair):
    """InnoDB: an UPDATE waits until the transaction that has changed the row commits."""
    pair.holds.run("BEGIN", "UPDATE rows_ SET v = v + 1 WHERE id = 1")
    return pair.wait("UPDATE rows_ SET v = v + 1 WHERE id = 1", lambda: until_row_is_awaited(pair),
                     lambda: pair.holds.run("COMMIT"))


def row_lock_timeout(pair):
    """InnoDB: the same, given up after a second. Nobody let go."""
    pair.holds.run("BEGIN", "UPDATE rows_ SET v = v + 1 WHERE id = 2")
    pair.waits.query("SET innodb_lock_wait_timeout = 1")
    begin = time.monotonic()
    try:
        pair.waits.run("UPDATE rows_ SET v = v + 1 WHERE id = 2")
        raise SystemExit("the row was not locked")
    except AssertionError:
        waited = time.monotonic() - begin
    pair.holds.run("ROLLBACK")
    return 1, waited


SCENARIOS = [(table_lock, 0x21, 0x31), (metadata_lock, 0x22, 0x32), (row_lock, 0x23, 0x33),
             (row_lock_timeout, 0x24, 0x34), (long_metadata_lock, 0x25, 0x35)]
ONCE = (row_lock_timeout, long_metadata_lock)


def prepare(path):
    c = Client(path)
    c.query("CREATE DATABASE test")
    c.query("CREATE TABLE test.myisam (v INT) ENGINE=MyISAM")
    c.query("INSERT INTO test.myisam VALUES (1)")
    c.query("CREATE TABLE test.altered (v INT) ENGINE=InnoDB")
    c.query("INSERT INTO test.altered VALUES (1)")
    c.query("CREATE TABLE test.rows_ (id INT PRIMARY KEY, v INT) ENGINE=InnoDB")
    c.query("INSERT INTO test.rows_ VALUES (1, 0), (2, 0)")
    c.quit()


def run(path):
    """What each scenario's rounds returned, by its waiter's synopsis."""
    waited = {}
    for scenario, waiter, holder in SCENARIOS:
        pair = Pair(path, waiter, holder)
        waited[waiter] = [scenario(pair) for _ in range(1 if scenario in ONCE else ROUNDS)]
        pair.quit()
    return waited


def show(recording):
    for w in sorted(recording.waits, key=lambda w: -w["sum_ns"])[:12]:
        print("%8.1f ms %4d %s %-9s %-12s waits for %-12s %s" % (
            w["sum_ns"] / 1e6, w["count"], w["end"], w["kind"], recording.type_of(w["waiter"]),
            recording.type_of(w["holder"]) or "-", recording.names[w["lock"]]))
        print("      at   ", " < ".join(recording.path(w["waiter_path"])[:8]))
        print("      until", " < ".join(recording.path(w["holder_path"])[:8]))


def check(recording, waited):
    for scenario, waiter, holder in SCENARIOS:
        least, most = (sum(seconds) for seconds in zip(*waited[waiter]))
        mine = [w for w in recording.waits if recording.type_of(w["waiter"]) == "synopsis %x" % waiter]
        long = [w for w in mine if w["max_ns"] > 100e6]
        total = sum(w["sum_ns"] for w in long) / 1e9
        assert sum(w["count"] for w in long) == len(waited[waiter]), (scenario.__name__, long)
        # the server says that a thread waits a little before it does
        assert 0.9 * least <= total <= most, (
            "%s: recorded %.3f s of %.3f to %.3f s" % (scenario.__name__, total, least, most))
        for w in long:
            if scenario is row_lock_timeout:
                assert w["end"] == "TIMEOUT" and w["holder"] == 0, w
                continue
            assert w["end"] == "WOKEN" and w["kind"] == "CONDITION", w
            assert recording.type_of(w["holder"]) == "synopsis %x" % holder, (scenario.__name__, w)
        blamed = sum(w["sum_ns"] for w in mine
                     if w["end"] == "WOKEN" and recording.type_of(w["holder"]) == "synopsis %x" % holder)
        print("%-16s waited %.3f to %.3f s, %.3f s recorded, %.3f s blamed on the holder"
              % (scenario.__name__, least, most, total, blamed / 1e9))
    assert recording.health["waits.lost"] == 0, recording.health


def main():
    library, threads = os.path.abspath(sys.argv[1]), sys.argv[2]
    home = tempfile.mkdtemp(prefix="whodunit-waits-")
    server = None
    try:
        server = start(library, threads, home)
        prepare(home + "/s")
        waited = run(home + "/s")
        server.send_signal(signal.SIGTERM)
        code = server.wait(60)
        assert code == 0, "mariadbd ended with %d:\n%s" % (code, open(home + "/log").read())
        recording = Recording(home + "/rec")
        show(recording)
        check(recording, waited)
        print("PASS", threads, {k: v for k, v in recording.health.items() if k.startswith("waits.")})
    finally:
        if server and server.poll() is None:
            server.kill()
            server.wait()
        if os.environ.get("KEEP"):
            print("kept", home)
        else:
            shutil.rmtree(home, ignore_errors=True)


main()
