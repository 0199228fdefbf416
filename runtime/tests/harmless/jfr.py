# SPDX-License-Identifier: Apache-2.0
"""Counts the sampler's samples in JFR files, without the product's reader."""
import os, sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
import records  # noqa: E402

EXECUTION_SAMPLE, WALL_CLOCK_SAMPLE = 101, 119


def samples(path):
    """{thread: samples} of one whole file."""
    with open(path, "rb") as file:
        data = file.read()
    found, whole = {}, list(records.chunks(data))
    assert whole and whole[-1][1] == len(data), "%s is cut" % path
    for event in records.events(data):
        kind, at = records.varint(event, records.varint(event, 0)[1])
        if kind in (EXECUTION_SAMPLE, WALL_CLOCK_SAMPLE):
            thread = records.varint(event, records.varint(event, at)[1])[0]
            found[thread] = found.get(thread, 0) + 1
    return found


def files(directory):
    """Of processes, without what they share."""
    return sorted(set(os.listdir(directory)) - {"channels.table"})


def recorded(directory):
    """{(process, thread): samples} of all finished files, and the names of those that are not."""
    found, cut = {}, []
    for name in files(directory):
        if not name.endswith(".jfr"):
            cut.append(name)
            continue
        process = int(name.rsplit("-", 3)[1])
        for thread, n in samples(os.path.join(directory, name)).items():
            found[process, thread] = found.get((process, thread), 0) + n
    return found, cut
