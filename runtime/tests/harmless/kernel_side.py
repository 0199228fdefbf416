# SPDX-License-Identifier: Apache-2.0
"""A kernel side that is not what it should be is told for what it is, and its place is taken by ctimer.
Arguments: libwhodunit.so, signals_host."""
import os, socket, sys, threading
import hosts

WHY = {"silent": "the kernel side has not answered", "gone": "the kernel side has not answered",
       "other": "the kernel side is of another version", "nobody": "the kernel side does not answer"}


def serve(listener, case, kept):
    while True:
        try:
            peer, _ = listener.accept()
        except OSError:
            return
        if case == "silent":
            kept.append(peer)
            continue
        if case == "other":
            peer.recv(4096)
            peer.send(b"?")
        peer.close()


with hosts.Checks(sys.argv[1]) as checks:
    for case, why in WHY.items():
        path, kept = os.path.join(checks.directory, case), []
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        if case != "nobody":
            listener.listen()
            threading.Thread(target=serve, args=(listener, case, kept), daemon=True).start()
        recorded, samples, cut = checks.compare(case, [sys.argv[2], "reset"],
                                                environment={"WHODUNIT_ENGINE": "kernel", "WHODUNIT_KERNEL": path})
        listener.close()
        checks.check(case + ": why is told", len(recorded.told) == 1 and why in recorded.told[0], recorded.told)
        checks.check(case + ": it is recorded", sum(samples.values()) > 10 and not cut, "%s %s" % (samples, cut))
