#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The paper's figures 6 and 7 over every kind of channel: the callee works under its caller's path, foo's or bar's, and
so does the caller after the answer. The request's letter is the truth.

usage: pair.py libwhodunit.so pair
"""
import collections, os, shutil, socket, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording

ROUNDS = 60
FEWEST, ATTEMPTS = 20, 3  # samples of each; a child whose recording began late, on a busy machine, has fewer
FUNCTION = {"f": "foo", "b": "bar"}
TWO = ["tcp", "tcp6", "unix", "seqpacket", "fifo", "udp"]
ONE = ["socketpair", "seqpair", "dgrampair", "pipe"]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def run(library, pair, kind, home):
    """What the two have said: {role: {letter: {context}}}."""
    def start(tier, *arguments):
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_TIER=tier,
                           WHODUNIT_MESSAGES="on",
                           WHODUNIT_INTERVAL="1ms", WHODUNIT_ROTATE="3600s")
        return subprocess.Popen([pair, *arguments], env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    if kind in ONE:
        programs = [start("pair", "both", kind, str(ROUNDS))]
    else:
        address = os.path.join(home, "s") if kind in ("unix", "fifo") else \
            "@whodunit-%d" % os.getpid() if kind == "seqpacket" else str(free_port())
        programs = [start("callee", "callee", kind, address)]
        if kind == "udp":  # nobody says that nobody listens
            assert programs[0].stdout.readline() == "ready\n"
        programs.append(start("caller", "caller", kind, address, str(ROUNDS)))
    said = collections.defaultdict(lambda: collections.defaultdict(set))
    for program in programs:
        text = program.communicate(timeout=60)[1]
        assert program.returncode == 0, (kind, text)
        for line in text.splitlines():
            role, letter, context = line.split()[:3]
            said[role][letter].add(int(context))
    return said


def processes(home):
    """{uid: its recording}"""
    prefixes = {name.rsplit("-", 1)[0] for name in os.listdir(home) if ".jfr" in name}
    return {prefix.rsplit("-", 1)[1]: Recording(home, prefix=prefix) for prefix in prefixes}


def path_of(recordings, uid, context):
    """Frames of the path that led there, in the process where it began."""
    remote = recordings[uid].remote(context)
    return path_of(recordings, *remote) if remote else recordings[uid].frames(context)


def check(kind, home, said):
    recordings = processes(home)
    # a child that was over before its recording began has said under what it was at work
    assert len(recordings) == 2 or (kind in ONE and len(recordings) == 1), recordings.keys()
    callers = [uid for uid, r in recordings.items() if not any(r.remote(c) for c in r.samples)]
    for role, letters in said.items():
        contexts = [c for found in letters.values() for c in found]
        assert 0 not in contexts and len(set(contexts)) == len(contexts), (kind, role, dict(letters))
    share = {}
    for uid, recording in recordings.items():
        role = "caller" if uid in callers else "callee"
        found = collections.Counter()
        for context in recording.samples:
            frames = path_of(recordings, uid, context)
            ways = [letter for letter, function in FUNCTION.items() if function in frames]
            expected = [letter for letter, contexts in said[role].items() if context in contexts]
            assert len(ways) <= 1 and (not expected or ways == expected), (kind, role, context, ways, expected)
            found[ways[0] if ways else "-"] += 1
        share[role] = found
    for role, weights in {"callee": {"f": 3, "b": 4 / 3}, "caller": {"f": 1, "b": 4 / 3}}.items():
        if role not in share:
            continue
        found, total = share[role], sum(share[role].values())
        for letter, weight in weights.items():
            expected = weight / sum(weights.values())
            assert abs(found[letter] / total - expected) < 0.25, (kind, role, dict(found), expected)
    print(kind, {role: dict(found) for role, found in share.items()})
    return recordings, callers[0]


def check_messages(kind, recordings, caller):
    if len(recordings) == 1:
        return
    callee = next(uid for uid in recordings if uid != caller)
    rounds = ROUNDS // 2 * 2 if kind in TWO and kind != "fifo" else ROUNDS
    messages = {uid: collections.Counter() for uid in recordings}
    for uid, recording in recordings.items():
        for m in recording.messages:
            if m["kind"] not in ("SENT", "BEGUN"):
                sender = recording.remote(m["from"])
                assert sender and sender[0] != uid, m
            messages[uid][m["kind"]] += m["count"]
    asked = messages[caller]["SENT"]
    assert rounds * 2 <= asked <= rounds * 3 and messages[callee]["REQUEST"] in (asked, asked - 1), messages
    assert messages[caller]["RESPONSE"] == messages[callee]["SENT"] > 0, messages
    assert not messages[caller]["UNKNOWN"] and not messages[callee]["UNKNOWN"], messages


def main():
    library, pair = map(os.path.abspath, sys.argv[1:3])
    for kind in sys.argv[3:] or TWO + ONE:
        for attempt in range(ATTEMPTS):
            home = tempfile.mkdtemp(prefix="whodunit-pair-")
            try:
                said = run(library, pair, kind, home)
                if attempt + 1 < ATTEMPTS and any(len(r.samples) < FEWEST for r in processes(home).values()):
                    continue
                recordings, caller = check(kind, home, said)
                check_messages(kind, recordings, caller)
                break
            finally:
                shutil.rmtree(home, ignore_errors=True)
    print("PASS")


main()
