#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The waits of holders/ have the holders and the lengths that the program knows.

usage: holders.py libwhodunit.so holders
"""
import os, shutil, subprocess, sys, tempfile
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from records import Recording

BURST = 6


class Waits:
    def __init__(self, home, process):
        self.recording = Recording(home, process)

    def of(self, waiter, kind=None):
        """{(end, holder): count}"""
        found = Counter()
        for w in self.recording.waits:
            if self.recording.type_of(w["waiter"]) == waiter and kind in (None, w["kind"]):
                found[w["end"], self.recording.type_of(w["holder"])] += w["count"]
        return dict(found)

    def ns(self, waiter):
        return sum(w["sum_ns"] for w in self.recording.waits if self.recording.type_of(w["waiter"]) == waiter)


def check(home, waits, truth):
    """{what: what is wrong}"""
    wrong = {}
    sibling = Waits(home, next(int(rest[0]) for what, *rest in truth if what == "sibling"))

    def expect(what, got, wanted):
        if got != wanted:
            wrong[what] = (got, "not", wanted)

    for waiter, wanted in {
            "wait interrupted": {("WOKEN", "hold interrupted"): 1},
            "wait given": {("UNSEEN", ""): 1},
            "wait in slices": {("WOKEN", "hold slices"): 1},
            "wait in two requests": {("TIMEOUT", ""): 1, ("WOKEN", "hold second request"): 1},
            "wait posts": {("WOKEN", "hold posts %d" % i): 1 for i in range(BURST)},
            "wait shared semaphore": {("UNSEEN", ""): 1},
            "wait shared mutex": {("UNSEEN", ""): 1},
            "wait shared rwlock": {("UNSEEN", ""): 1},
            "wait for the dead": {("UNSEEN", ""): 1},
            "wait before a stranger": {("WOKEN", "hold first token"): 1},
            "wait behind a stranger": {("UNSEEN", ""): 1},
            "wait to the end": {("WOKEN", "hold to the end"): 1}}.items():
        expect(waiter, waits.of(waiter), wanted)
    # glibc makes robust mutexes as if they were shared: who runs late does not believe the mark
    dies = waits.of("wait and die")
    if dies != {("UNSEEN", ""): 1}:
        expect("wait and die", dies, {("WOKEN", "hold robust"): 1})
    expect("wait own semaphore", set(sibling.of("wait own semaphore")), {("WOKEN", "hold own semaphore")})
    for line, waiter in (("interrupted", "wait interrupted"), ("slices", "wait in slices")):
        known = next(int(ns) for what, ns, *_ in truth if what == line)
        if not 0.9 * known <= waits.ns(waiter) <= known:
            wrong["length of " + waiter] = (waits.ns(waiter), "of", known)
    crowd = [("wait crowd " + line[1], "hold crowd " + line[2]) for line in truth if line[0] == "crowd"]
    right = sum(waits.of(waiter, "CONDITION").get(("WOKEN", holder), 0) for waiter, holder in crowd)
    other = sum(n for waiter in {waiter for waiter, _ in crowd}
                for (_, holder), n in waits.of(waiter, "CONDITION").items() if holder and (waiter, holder) not in crowd)
    print("of %d signals to a crowd %d have their waiter, %d waits another's" % (len(crowd), right, other))
    if right < 0.98 * len(crowd) or other > 0.01 * len(crowd):
        wrong["crowd"] = (right, other)
    return wrong


def main():
    library, program = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-holders-")
    try:
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home)
        with subprocess.Popen([program], env=environment, stdout=subprocess.PIPE, text=True) as process:
            truth = [line.split() for line in process.stdout]
        assert process.returncode == 0, process.returncode
        wrong = check(home, Waits(home, process.pid), truth)
        for what, how in wrong.items():
            print(what + ":", *how)
        if wrong:
            sys.exit("wrong: " + ", ".join(wrong))
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
