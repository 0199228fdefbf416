#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pgbouncer between clients and a private PostgreSQL that is recorded: which executions keep their contexts.

usage: behind_pgbouncer.py libwhodunit.so pgbouncer

Two clients share one server connection. Truth is what they have sent.
"""
import os, subprocess, sys, time

from private_postgres import (SYNC, Client, Server, announcement, as_server, bind, close, execute, free_port, parse,
                              tag)
from real_postgres import BURN, Recording

ROUNDS = 20


def converse(clients, session):
    """Executions, all with a context."""
    for i in range(ROUNDS):
        for number, c in enumerate(clients):
            synopsis = 0x100 * (number + 1) + i
            assert c.query(tag(synopsis) + "SELECT %d" % i) == [b"%d" % i]
            assert c.query("SELECT 1 " + tag(synopsis)) == [b"1"]
            assert c.ask(parse(tag(synopsis) + "SELECT 2") + bind() + execute() + SYNC) == [b"2"]
            # the announcement goes through to the server in each mode: pgbouncer 1.18 knows no prepared statements
            assert c.ask(parse("SELECT 3") + close(announcement(synopsis)) + bind() + execute() + SYNC) == [b"3"]
    executions = ROUNDS * len(clients) * 4
    if session:
        clients[0].ask(parse("SELECT 4", "S_1") + SYNC)
        for i in range(ROUNDS):
            assert clients[0].ask(close(announcement(0x500 + i)) + bind("S_1") + execute() + SYNC) == [b"4"]
        executions += ROUNDS
    clients[0].query(tag(0x60) + BURN % 400000)
    return executions + 1


def through(server, pgbouncer, mode):
    port, config = free_port(), "%s/%s.ini" % (server.home, mode)
    with open(config, "w") as file:
        file.write("[databases]\n* = host=%s port=%d user=tester\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
                   "listen_port = %d\n"
                   "unix_socket_dir =\nauth_type = any\npool_mode = %s\ndefault_pool_size = %d\n"
                   % (server.home, server.port, port, mode, 2 if mode == "session" else 1))
    os.chmod(config, 0o644)
    with open(server.home + "/" + mode + ".log", "w") as log:
        process = subprocess.Popen([*as_server(), pgbouncer, config], stdout=log, stderr=log)
    try:
        for _ in range(100):
            try:
                clients = [Client(("127.0.0.1", port)) for _ in range(2)]
                break
            except OSError:
                time.sleep(0.1)
        backends = set()
        for c in clients:
            backends |= set(c.query(tag(0x61) + "SELECT pg_backend_pid()"))
        executions = converse(clients, mode == "session") + len(clients)
        if mode == "session":
            clients[1].query(tag(0x60) + BURN % 400000)
            executions += 1
        for c in clients:
            c.quit()
        return [int(b) for b in backends], executions
    finally:
        process.terminate()
        process.wait(30)


def main():
    with Server(os.path.abspath(sys.argv[1])) as server:
        found = {mode: through(server, sys.argv[2], mode) for mode in ("session", "transaction", "statement")}
        assert server.stop() == 0, server.log()
        for mode, (backends, executions) in found.items():
            counted = [Recording(server.recording, b).health for b in backends]
            labelled = sum(h["postgres.labelled"] for h in counted)
            guessed = sum(h["postgres.by_parse"] for h in counted)
            print("%-12s %d server connections, %d executions, %d with their context, %d guessed" % (
                mode, len(backends), executions, labelled, guessed))
            assert labelled == executions and guessed == 0 and len(backends) == (2 if mode == "session" else 1)
        print("PASS")


main()
