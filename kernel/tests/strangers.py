# SPDX-License-Identifier: Apache-2.0
"""Whose recording the helper begins.

    strangers.py HELPER SET_ID

A user asks for the recording of a process: his own, as servers do it, or one that he may send no signals to. SET_ID is
set_id.c, a setuid program of root's. Prints "CASE N", the error of the answer, -1 if there is none; of another's
process also "CASE-status N", how it has ended: our signal ends what does not expect it. The status is 77 where the
helper cannot work, or this is not root.
"""
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

NOBODY = 65534
SIGNAL = signal.SIGRTMIN
BEGIN = struct.pack("<IIIIq", 5, 2, SIGNAL, 0, 0)
END = struct.pack("<IIIIq", 5, 3, 0, 0, 0)
LAST_NUMBER = "/proc/sys/kernel/ns_last_pid"


def connect(path):
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    peer.settimeout(10)
    peer.connect(path)
    peer.set_inheritable(True)
    return peer


def ask(peer, what=BEGIN):
    peer.send(what)
    return answer(peer)


def answer(peer):
    try:
        said = peer.recv(9000)
    except ConnectionError:
        said = b""
    return struct.unpack_from("<i", said)[0] if said else -1


def drop_root():
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def child(work, *arguments):
    """Begins it in a process of its own; what it returns can be read."""
    read, write = os.pipe()
    number = os.fork()
    if number == 0:
        signal.signal(SIGNAL, lambda *_: None)
        try:
            os.write(write, struct.pack("<i", work(*arguments)))
        finally:
            os._exit(0)
    os.close(write)
    return number, read


def result(read):
    value = os.read(read, 4)
    os.close(read)
    return struct.unpack("<i", value)[0] if value else -1


def as_user(path):
    drop_root()
    return ask(connect(path))


def drops_root_later(path):
    peer = connect(path)
    drop_root()
    return ask(peer)


def drops_root_for_a_while(path):
    os.setresgid(-1, NOBODY, -1)
    os.setresuid(-1, NOBODY, -1)
    return ask(connect(path))


def again(path):
    """As the recorder: is anybody there? And it may rest."""
    drop_root()
    connect(path).close()
    peer = connect(path)
    return ask(peer) or ask(peer, END) or ask(peer) or ask(connect(path))


def forked(path):
    first = as_user(path)
    return first or result(child(lambda: ask(connect(path)))[1])


def executed(path):
    """The next program asks for itself; what is left of the one before says nothing for it."""
    drop_root()
    peer = connect(path)
    first = ask(peer)
    words = ["/usr/bin/python3", "-B", __file__, "ask", path, str(peer.fileno())]
    read, write = os.pipe()
    if os.fork() == 0:
        peer = connect(path)
        ask(peer)
        os.dup2(write, 1)
        os.execv(words[0], words[:-1] + [str(peer.fileno())])
    os.close(write)
    by_itself, by_inherited = map(int, os.read(read, 80).split())
    return first or by_itself or int(by_inherited == 0)


def own(name, path, case):
    print(name, result(child(case, path)[1]))


def of_setuid_program(name, path, words, by_itself, stopped=0):
    """It replaces the process that has connected, and a child of that asks, or it does so itself."""
    def become():
        drop_root()
        peer = connect(path)
        if os.fork() == 0:
            time.sleep(0.5)
            return answer(peer) if by_itself else ask(peer)
        os.execv(words[0], words + ([str(peer.fileno())] if by_itself else []))
    if stopped:
        os.kill(stopped, signal.SIGSTOP)
    number, read = child(become)
    time.sleep(0.2)
    if stopped:
        os.kill(stopped, signal.SIGCONT)
    print(name, result(read))
    print(name + "-status", os.waitpid(number, 0)[1])


def compute():
    signal.signal(SIGNAL, signal.SIG_DFL)
    end = time.process_time() + 1
    while time.process_time() < end:
        pass
    return 0


def of_next_with_number(name, path, helper, in_advance):
    """Who has connected is gone when the helper looks, and a process of root's has its number."""
    def leave():
        drop_root()
        peer = connect(path)
        if in_advance:
            peer.send(BEGIN)
        if os.fork() == 0:
            time.sleep(0.3)
            said = answer(peer) if in_advance else ask(peer)
            time.sleep(0.3)  # and is connected meanwhile
            return said
        os._exit(0)
    os.kill(helper, signal.SIGSTOP)
    number, read = child(leave)
    os.waitpid(number, 0)
    for _ in range(1000):
        with open(LAST_NUMBER, "w", encoding="ascii") as last:
            last.write(str(number - 1))
        other = child(compute)[0]
        if other == number:
            break
        os.kill(other, signal.SIGKILL)
        os.waitpid(other, 0)
    os.kill(helper, signal.SIGCONT)
    print(name, result(read))
    print(name + "-status", os.waitpid(other, 0)[1])


def main(helper, set_id):
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        path = os.path.join(directory, "helper.socket")
        started = subprocess.run([helper, "--socket", path, "--watch", str(os.getpid()), "--interval", "1000000",
                                  "--waits", "0"], check=False)
        if started.returncode != 0 or os.geteuid() != 0:
            sys.exit(77)
        serves = struct.unpack("3i", connect(path).getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        for case in (as_user, drops_root_later, drops_root_for_a_while, again, forked, executed):
            own(case.__name__, path, case)
        of_setuid_program("child-asks", path, [set_id, "keeps"], False)
        of_setuid_program("it-is-made-to-ask", path, [set_id, "keeps"], True)
        of_setuid_program("it-is-made-to-ask-at-once", path, [set_id, "keeps"], True, serves)
        of_setuid_program("it-has-given-up-its-rights", path, [set_id, "drops"], True, serves)
        of_next_with_number("number-used-again", path, serves, False)
        of_next_with_number("number-used-again-in-advance", path, serves, True)


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        signal.signal(SIGNAL, lambda *_: None)
        inherited = socket.socket(fileno=int(sys.argv[3]))
        inherited.settimeout(10)
        print(ask(connect(sys.argv[2])), ask(inherited))
    else:
        main(*sys.argv[1:3])
