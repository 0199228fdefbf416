# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks of this folder share: servers of their own, what they use, and ratios of paired runs."""
import os
import pathlib
import socket
import statistics


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
        fields = pathlib.Path(f'/proc/{p}/stat').read_text().rsplit(')', 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf('SC_CLK_TCK')


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4, method='inclusive')
    return f'{middle:.3f} [{low:.3f} to {high:.3f}]'
