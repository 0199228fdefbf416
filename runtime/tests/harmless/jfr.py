# SPDX-License-Identifier: Apache-2.0
"""Counts the sampler's samples in JFR files, without the product's reader."""
import os, struct

EXECUTION_SAMPLE, WALL_CLOCK_SAMPLE = 101, 119


def number(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def samples(path):
    """{thread: samples} of one whole file."""
    with open(path, "rb") as file:
        data = file.read()
    found, chunk = {}, 0
    while chunk < len(data):
        assert data[chunk:chunk + 4] == b"FLR\0", "%s: no chunk at %d" % (path, chunk)
        end, at = chunk + struct.unpack_from(">Q", data, chunk + 8)[0], chunk + 68
        assert at <= end <= len(data), "%s is cut" % path
        while at < end:
            size, body = number(data, at)
            kind, body = number(data, body)
            if kind in (EXECUTION_SAMPLE, WALL_CLOCK_SAMPLE):
                thread = number(data, number(data, body)[1])[0]
                found[thread] = found.get(thread, 0) + 1
            at += size
        chunk = end
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
