#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what oracle.c knows of its waits with what was recorded.

usage: oracle.py libwhodunit.so oracle
"""
import os, shutil, subprocess, sys, tempfile
from collections import defaultdict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from records import Recording

RECORDED_AS = {"mutex": "MUTEX", "rwlock": "RWLOCK", "queue": "CONDITION", "broadcast": "CONDITION", "spin": "SPIN",
               "semaphore": "SEMAPHORE", "timedlock": "MUTEX", "parted": "MUTEX", "futex": "FUTEX"}
LOCK = {"mutex": "oracle_mutex", "rwlock": "oracle_rwlock", "spin": "oracle_spin", "semaphore": "oracle_semaphore",
        "timedlock": "oracle_timed", "parted": "oracle_parted", "broadcast": "all_woken", "futex": "oracle_futex"}
LONG = 14  # log2 of the shortest wait that counts here, in ns


def run(library, oracle, home):
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home, WHODUNIT_ROTATE="1s",
                       WHODUNIT_STAGE="oracle")
    output = subprocess.run([oracle], env=environment, check=True, capture_output=True, text=True).stdout
    return [(line.split()[0], line.split()[1], line.split()[2], int(line.split()[3]), int(line.split()[4]))
            for line in output.splitlines()]


def recorded(recording):
    """(waiter, holder) -> [long waits, ns of all waits]; the lock and both paths are checked on the way."""
    pairs = defaultdict(lambda: [0, 0])
    for w in recording.waits:
        waiter, holder = recording.type_of(w["waiter"]), recording.type_of(w["holder"])
        kind = waiter.rsplit("-", 1)[0]
        if kind not in RECORDED_AS or w["end"] != "WOKEN" or w["kind"] != RECORDED_AS[kind]:
            continue
        pair = pairs[waiter, holder]
        pair[0] += sum(w["log2_ns"][LONG:])
        pair[1] += w["sum_ns"]
        assert recording.names[w["lock"]] == LOCK.get(kind, ""), (w, recording.names[w["lock"]])
        assert recording.path(w["waiter_path"])[0].startswith(("take_", "wait_")), recording.path(w["waiter_path"])
        assert "work" in recording.path(w["waiter_path"]), recording.path(w["waiter_path"])
        if w["holder_path"]:
            path = recording.path(w["holder_path"])
            assert any(frame.startswith(("leave", "idle")) for frame in path), path
    return pairs


def compare(truth, pairs):
    wrong = []
    for kind in RECORDED_AS:
        known = {(w, h): (n, ns) for k, w, h, n, ns in truth if k == kind}
        total, total_ns = sum(n for n, _ in known.values()), sum(ns for _, ns in known.values())
        right = sum(min(n, pairs[key][0]) for key, (n, _) in known.items())
        mine = {key: value for key, value in pairs.items() if key[0].rsplit("-", 1)[0] == kind and key[1]}
        count, ns = sum(v[0] for v in mine.values()), sum(v[1] for v in mine.values())
        print("%-10s %5d waits, %5d recorded, holder right in %6.2f%%, recorded time %+.2f%%"
              % (kind, total, count, 100 * right / max(total, count, 1), 100 * (ns / max(total_ns, 1) - 1)))
        if total < 50 or right < 0.99 * max(total, count) or abs(ns / total_ns - 1) > 0.05:
            wrong.append(kind)
    return wrong


def others(recording, truth):
    """What must add nothing to any pair."""
    timeouts = [w for w in recording.waits if recording.type_of(w["waiter"]) == "times-out"]
    assert all(w["end"] == "TIMEOUT" and w["holder"] == 0 for w in timeouts), timeouts
    known = {kind: (n, ns) for what, _, kind, n, ns in truth if what == "timeout"}
    for kind, (n, ns) in known.items():
        mine = [w for w in timeouts if w["kind"] == kind]
        assert sum(w["count"] for w in mine) == n > 0, (kind, n, mine)
        assert 0 < sum(w["sum_ns"] for w in mine) <= ns, (kind, ns, mine)
    refused = [n for what, _, _, n, _ in truth if what == "trylock"][0]
    assert recording.health["waits.trylock_failed"] == refused > 0, (refused, recording.health)
    nowhere = [w for w in recording.waits if recording.type_of(w["waiter"]) == "woken-by-nobody"]
    assert nowhere and all(w["end"] == "UNSEEN" and w["holder"] == 0 for w in nowhere), nowhere
    assert all(w["waiter"] != 0 for w in recording.waits)
    unseen = sum(w["count"] for w in recording.waits if w["end"] == "UNSEEN" and w not in nowhere)
    no_path = sum(w["count"] for w in recording.waits if w["end"] == "WOKEN" and not w["holder_path"])
    total = sum(w["count"] for w in recording.waits)
    print("%d timeouts, %d woken by nobody; of %d waits %d unseen, %d without the holder's path"
          % (sum(n for n, _ in known.values()), sum(w["count"] for w in nowhere), total, unseen, no_path))
    assert unseen <= 0.01 * total and no_path <= 0.02 * total


def main():
    library, oracle = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-oracle-")
    try:
        truth = run(library, oracle, home)
        recording = Recording(home)
        wrong = compare(truth, recorded(recording))
        others(recording, truth)
        print({k: v for k, v in recording.health.items() if k.startswith("waits.")})
        if wrong:
            for key, value in sorted(recorded(recording).items()):
                print(key, value, [t[3:] for t in truth if t[1:3] == key])
            sys.exit("wrong: " + ", ".join(wrong))
    finally:
        if os.environ.get("KEEP"):
            print("kept", home)
        else:
            shutil.rmtree(home, ignore_errors=True)


main()
