# SPDX-License-Identifier: Apache-2.0
"""What benchmarks of servers share: their ports, the CPU that they use, and ratios of paired runs."""
import os
import pathlib
import signal
import socket
import statistics
import sys


def end_on_sigterm():
    """As on Ctrl-C: what the benchmark has started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def answers(port):
    with socket.socket() as s:
        return s.connect_ex(('127.0.0.1', port)) == 0


def family(process):
    children = pathlib.Path(f'/proc/{process}/task/{process}/children').read_text().split()
    return [process] + [p for c in children for p in family(int(c))]


def cpu_seconds(processes):
    ticks = 0
    for p in processes:
        ticks += sum(int(f) for f in _fields(p)[11:13])
    return ticks / os.sysconf('SC_CLK_TCK')


def cpu_seconds_of_threads(processes, but=()):
    """To the nanosecond, where cpu_seconds() counts in steps of 10 ms; of the threads that live now.

    Those whose names begin with one of `but` are left out."""
    tasks = (task for p in processes for task in pathlib.Path(f'/proc/{p}/task').glob('*'))
    return sum(_nanoseconds(task, tuple(but)) for task in tasks) / 1e9


def _nanoseconds(task, but):
    try:
        name, used = (task / 'comm').read_text(), (task / 'schedstat').read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return 0
    return 0 if name.startswith(but) else int(used.split()[0])


def _fields(process):
    return pathlib.Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()


def cpu_seconds_of_all(process):
    """Of a process and its family, those included that have ended and were waited for."""
    while True:
        try:
            living = family(process)
            ticks = sum(int(f) for p in living for f in _fields(p)[11:15])
            if family(process) == living:
                return ticks / os.sysconf('SC_CLK_TCK')
        except FileNotFoundError:
            pass


def in_turns(pairs, run):
    """Runs without us and with us, `run(ours)`, which come first in turns. The results of either, a tuple for each."""
    results = {False: [], True: []}
    for pair in range(pairs):
        for ours in (pair % 2 == 1, pair % 2 == 0):
            results[ours].append(run(ours))
    return results[False], results[True]


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4, method='inclusive')
    return f'{middle:.3f} [{low:.3f} to {high:.3f}]'


def ratios(without, ours, figure):
    """Of a figure of each pair's results, by its place: the median and the quartiles."""
    return quartiles([with_us[figure] / alone[figure] for alone, with_us in zip(without, ours)])


def median(results, figure):
    return statistics.median(result[figure] for result in results)
