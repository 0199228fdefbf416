#!/usr/bin/env python3
"""Who waits for whom inside a real mariadbd, by the contexts that came in SQL comments.

usage: mariadb_waits.py libwhodunit.so one-thread-per-connection|pool-of-threads

Each scenario makes one statement wait for another one ROUNDS times; the waiting
client measures how long. The recording must blame the holder for it.
"""
import os, shutil, signal, sys, tempfile, threading, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mysql"))
from private_mariadbd import Client, start, tag
from records import Recording

ROUNDS = 4


class Pair:
    """A waiting and a holding connection with a synopsis each."""

    def __init__(self, path, waiter, holder):
        self.waiter, self.holder = tag(waiter), tag(holder)
        self.waits, self.holds = Client(path), Client(path)

    def hold(self, *statements):
        for sql in statements:
            self.holds.query(self.holder + sql)

    def hold_behind(self, sql):
        """Runs a long statement of the holder in the background."""
        thread = threading.Thread(target=self.hold, args=(sql,))
        thread.start()
        time.sleep(0.1)
        return thread

    def wait(self, sql):
        begin = time.monotonic()
        self.waits.query(self.waiter + sql)
        return time.monotonic() - begin

    def quit(self):
        self.waits.quit()
        self.holds.quit()


def table_lock(pair):
    """MyISAM: a SELECT waits for an UPDATE of the table."""
    thread = pair.hold_behind("UPDATE myisam SET v = v + SLEEP(0.4)")
    waited = pair.wait("SELECT v FROM myisam")
    thread.join()
    return waited


def metadata_lock(pair):
    """An ALTER waits for a SELECT that uses the table."""
    thread = pair.hold_behind("SELECT SLEEP(0.4) FROM altered")
    waited = pair.wait("ALTER TABLE altered COMMENT 'again'")
    thread.join()
    return waited


def row_lock(pair):
    """InnoDB: an UPDATE waits until the transaction that has changed the row commits."""
    pair.hold("BEGIN", "UPDATE rows_ SET v = v + 1 WHERE id = 1")
    timer = threading.Timer(0.4, pair.hold, ["COMMIT"])
    timer.start()
    waited = pair.wait("UPDATE rows_ SET v = v + 1 WHERE id = 1")
    timer.join()
    return waited


def row_lock_timeout(pair):
    """InnoDB: the same, given up after a second. Nobody let go."""
    pair.hold("BEGIN", "UPDATE rows_ SET v = v + 1 WHERE id = 2")
    pair.waits.query("SET innodb_lock_wait_timeout = 1")
    begin = time.monotonic()
    try:
        pair.wait("UPDATE rows_ SET v = v + 1 WHERE id = 2")
        raise SystemExit("the row was not locked")
    except AssertionError:
        waited = time.monotonic() - begin
    pair.hold("ROLLBACK")
    return waited


SCENARIOS = [(table_lock, 0x21, 0x31), (metadata_lock, 0x22, 0x32), (row_lock, 0x23, 0x33), (row_lock_timeout, 0x24, 0x34)]


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
    """Seconds that the client of each scenario waited, by its waiter's synopsis."""
    waited = {}
    for scenario, waiter, holder in SCENARIOS:
        pair = Pair(path, waiter, holder)
        pair.waits.query("USE test")
        pair.holds.query("USE test")
        rounds = 1 if scenario is row_lock_timeout else ROUNDS
        waited[waiter] = sum(scenario(pair) for _ in range(rounds)), rounds
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
        seconds, rounds = waited[waiter]
        mine = [w for w in recording.waits if recording.type_of(w["waiter"]) == "synopsis %x" % waiter]
        long = [w for w in mine if w["max_ns"] > 100e6]
        total = sum(w["sum_ns"] for w in long) / 1e9
        assert sum(w["count"] for w in long) == rounds, (scenario.__name__, long)
        # the client's time holds parsing, executing and, on a busy machine, anything else
        assert 0.5 * seconds <= total <= seconds, "%s: recorded %.3f s of %.3f s" % (scenario.__name__, total, seconds)
        for w in long:
            if scenario is row_lock_timeout:
                assert w["end"] == "TIMEOUT" and w["holder"] == 0, w
                continue
            assert w["end"] == "WOKEN" and w["kind"] == "CONDITION", w
            assert recording.type_of(w["holder"]) == "synopsis %x" % holder, (scenario.__name__, w)
        blamed = sum(w["sum_ns"] for w in mine if w["end"] == "WOKEN" and recording.type_of(w["holder"]) == "synopsis %x" % holder)
        print("%-16s waited %.3f s, %.3f s recorded, %.3f s blamed on the holder" % (scenario.__name__, seconds, total, blamed / 1e9))
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
