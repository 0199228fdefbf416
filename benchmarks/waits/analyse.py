#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Analyses a recording that benchmarks/waits/scale has made: time, memory, and are the edges right?

Usage: benchmarks/waits/analyse.py DIR GB"""
import json
import pathlib
import resource
import subprocess
import sys
import time

HOME = pathlib.Path(__file__).resolve().parents[2]
MOST_S_PER_GB = 30
MOST_MIB = 2048
EXACT = 1e-6


def main():
    directory, gigabytes = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    intervals, *lines = (directory / 'known').read_text().splitlines()
    graph = directory / 'graph.json'
    began = time.monotonic()
    subprocess.run([HOME / 'whodunit', 'waits', directory, '--format', 'json', '-o', graph], check=True,
                   stderr=subprocess.DEVNULL)
    took, used = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(graph.read_text())
    ours = {(e['from'], e['to']): e['direct'] for e in found['edges']}
    known = {(a, b): float(s) / found['seconds'] for a, b, s in map(str.split, lines)}
    wrong = [edge for edge, weight in known.items() if abs(ours.get(edge, 0) - weight) > EXACT]
    print(f'{gigabytes:g} GB, {intervals} intervals: {took:.1f} s, {took / gigabytes:.1f} s/GB, '
          + f'{used.ru_utime + used.ru_stime:.1f} s of CPU, {used.ru_maxrss / 1024:.0f} MiB; '
          + f'{len(known) - len(wrong)} of {len(known)} edges right')
    sys.exit(1 if wrong or int(intervals) != found['intervals'] or took > MOST_S_PER_GB * gigabytes
             or used.ru_maxrss > MOST_MIB * 1024 else 0)


main()
