#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A private PostgreSQL with libwhodunit.so preloaded lives through what one without it lives through.

usage: postgres_crashes.py libwhodunit.so

pgbench in its modes, one connection for each transaction, a backend killed by SIGKILL, crash recovery, an immediate and
a fast stop, and restarts. Truth is what PostgreSQL says of itself, and its data.
"""
import os, signal, subprocess, sys, time

from private_postgres import Client, Server, tag

CLIENTS, TRANSACTIONS = 4, 50


def pgbench(server, *options):
    ran = subprocess.run([server.programs + "/pgbench", "-h", server.home, "-p", str(server.port), "-U", "tester", "-n",
                          "-c", str(CLIENTS), "-t", str(TRANSACTIONS), *options, "postgres"], capture_output=True,
                         text=True)
    assert ran.returncode == 0 and "failed transactions: 0 " in ran.stdout, ran.stdout + ran.stderr
    return CLIENTS * TRANSACTIONS


def total(server):
    c = Client(server.address)
    rows = int(c.query("SELECT count(*) FROM pgbench_history")[0])
    balanced = c.query("SELECT (SELECT sum(delta) FROM pgbench_history) = (SELECT sum(bbalance) FROM pgbench_branches)")
    c.quit()
    assert balanced == [b"t"]
    return rows


def backend_is_killed(server):
    """The postmaster ends all others, recovers and goes on."""
    killed, other = Client(server.address), Client(server.address)
    killed.query(tag(0x11) + "CREATE TABLE IF NOT EXISTS survives (i int)")
    killed.query(tag(0x11) + "INSERT INTO survives VALUES (1)")
    other.query("BEGIN")
    other.query(tag(0x12) + "INSERT INTO survives VALUES (2)")
    os.kill(killed.process, signal.SIGKILL)
    for _ in range(300):
        time.sleep(0.1)
        try:
            c = Client(server.address)
            assert c.query("SELECT i FROM survives") == [b"1"]
            c.query("TRUNCATE survives")
            c.quit()
            break
        except (OSError, RuntimeError):
            pass
    else:
        raise SystemExit("did not recover:\n" + server.log())
    assert "was terminated by signal 9: Killed" in server.log()


def main():
    with Server(os.path.abspath(sys.argv[1]), {"fsync": "on"}) as server:
        server.run("pgbench", "-i", "-q", "-h", server.home, "-p", str(server.port), "-U", "tester", "postgres")
        expected = 0
        for options in ((), ("-M", "extended"), ("-M", "prepared"), ("-C",)):
            expected += pgbench(server, *options)
        assert total(server) == expected
        backend_is_killed(server)
        assert total(server) == expected
        assert server.stop(signal.SIGQUIT) == 0  # immediate: no shutdown checkpoint
        server.start()
        assert total(server) == expected and "automatic recovery in progress" in server.log()
        backend_is_killed(server)
        assert server.stop(signal.SIGINT) == 0  # fast
        server.start()
        expected += pgbench(server)
        assert total(server) == expected
        assert server.stop(signal.SIGTERM) == 0  # smart: nobody is connected
        crashed = [line for line in server.log().splitlines()
                   if "terminated by signal" in line and "signal 9: Killed" not in line]
        assert not crashed, crashed
        print("PASS: %d transactions, %d files recorded" % (expected, len(os.listdir(server.recording))))


main()
