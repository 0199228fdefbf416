# SPDX-License-Identifier: Apache-2.0
"""A real server on libevent under oracle.c, asked by many clients at once: nearly all
that it said to the server behind it was said under the client that caused it."""
import sys, threading
import servers


def run(command, port, home, preloaded, libevent, clients, ask, at_least):
    """Runs a server and its clients, whose work ask(port, number) is; the oracle must have judged at_least messages.

    `preloaded` is oracle.so and libwhodunit.so.
    """
    verdict, log = home + "/verdict", home + "/server.out"
    environment = servers.recorded(":".join(preloaded), libevent, WHODUNIT_RECORD="off", ORACLE=verdict)
    with servers.server(command, port, log, environment):
        at_once(clients, lambda number: ask(port, number))
    words = open(verdict).read().split()
    right, wrong = int(words[1]), int(words[3])
    print("on the way to and from the server behind: %d right, %d wrong" % (right, wrong))
    if wrong:
        sys.stderr.write(open(log, errors="replace").read())
    assert right + wrong >= at_least, "the oracle did not see all"
    assert right >= 0.99 * (right + wrong)


def at_once(clients, ask):
    failures = []

    def client(number):
        try:
            ask(number)
        except BaseException as e:
            failures.append(repr(e))

    threads = [threading.Thread(target=client, args=(n,)) for n in range(1, clients + 1)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures, failures
