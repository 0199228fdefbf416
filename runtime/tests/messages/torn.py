#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Somebody writes what he likes into the table of channels: that costs labels, and nothing else.

usage: torn.py libwhodunit.so pair
"""
import ctypes, os, random, shutil, struct, subprocess, sys, tempfile, time

SIZE = 8 << 20  # where streams and chains lie
HEAD = 64


def garbage(choose):
    return choose.choice([0, 1, 2**64 - 1, choose.getrandbits(64), choose.getrandbits(8)])


def main():
    library, pair = map(os.path.abspath, sys.argv[1:3])
    home = tempfile.mkdtemp(prefix="whodunit-torn-")
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home,
                       WHODUNIT_MESSAGES="on")
    programs = [subprocess.Popen([pair, "both", kind, "150"], env=environment, stderr=subprocess.DEVNULL)
                for kind in ("pipe", "socketpair", "seqpair", "dgrampair")]
    try:
        while not os.path.exists(home + "/channels.table"):
            time.sleep(0.01)
        with open(home + "/channels.table", "rb") as file:
            segment = struct.unpack("<QQq", file.read(24))[2]
        libc = ctypes.CDLL(None)
        libc.shmat.restype = ctypes.c_void_p
        table = (ctypes.c_uint64 * (SIZE // 8)).from_address(libc.shmat(segment, None, 0) + HEAD)
        choose, written = random.Random(15), 0
        while any(program.poll() is None for program in programs):
            for _ in range(1000):
                table[choose.randrange(SIZE // 8)] = garbage(choose)
            for i in [i for i, value in enumerate(table[:]) if value][:2000]:  # what is used
                if choose.random() < 0.2:
                    table[i] = garbage(choose)
                    written += 1
        assert [program.wait(60) for program in programs] == [0] * len(programs)
        print("PASS", written)
    finally:
        for program in programs:
            program.kill()
            program.wait()
        shutil.rmtree(home, ignore_errors=True)


main()
