# SPDX-License-Identifier: Apache-2.0
"""Reads Whodunit's records out of JFR files, without the product's reader.

A user event ends with its payload, a Latin-1 string: a byte 5, a length, the
bytes. What looks like one at an event's end and is, to the last byte, one Record
with one body is taken.
"""
import os, struct


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("no number")


def fields(data):
    """{field number: [value]} of one protobuf message; nested ones stay bytes."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise ValueError("no such wire type")
        if at > len(data):
            raise ValueError("cut")
        found.setdefault(key >> 3, []).append(value)
    return found


def numbers(values):
    """A repeated number field, packed or not."""
    result = []
    for value in values:
        if isinstance(value, int):
            result.append(value)
        else:
            at = 0
            while at < len(value):
                number, at = varint(value, at)
                result.append(number)
    return result


CHUNK_HEAD = 68


def chunks(data):
    """(begin, end) of each. Where one is not finished, that is behind the data's end; what is no recording has none."""
    end = 0
    while data[end:end + 4] == b"FLR\0":
        begin, end = end, end + struct.unpack_from(">Q", data, end + 8)[0]
        yield begin, end


def events(data):
    for begin, end in chunks(data):
        at, end = begin + CHUNK_HEAD, min(end, len(data))
        while at < end and data[at]:
            event, _ = varint(data, at)
            yield data[at:at + event]
            at += event


def payload(event):
    """(kind of record, its fields), or None."""
    at = -1
    while (at := event.find(b"\x05", at + 1)) >= 0:
        try:
            length, begin = varint(event, at + 1)
            if not 2 <= length <= 2048 or begin + length != len(event) or event[begin] & 7 != 2 or \
                    event[begin] >> 3 not in (1, 2, 3, 4, 5, 6, 7, 10):
                continue
            inner, body = varint(event, begin + 1)
            if body + inner == len(event):
                return event[begin] >> 3, fields(event[body:])
        except (IndexError, ValueError, struct.error):
            pass
    return None


def payloads(data):
    return filter(None, map(payload, events(data)))


KINDS = ["OTHER", "MUTEX", "RWLOCK", "CONDITION", "SPIN", "SEMAPHORE", "MONITOR", "OBJECT_WAIT", "PARK", "LATCH",
         "FUTEX"]
ENDS = ["WOKEN", "TIMEOUT", "UNSEEN", "OWN_TASK", "LASTS", "DEADLOCK"]
LASTING = ENDS[4:]
MESSAGES = ["SENT", "REQUEST", "RESPONSE", "KEPT", "BEGUN", "UNKNOWN"]
TRANSPORTS = ["OTHER", "TCP", "UNIX", "PIPE", "UDP"]
CALL_PATH, TRANSACTION, REMOTE, REASON = 1, 4, 5, 6


def in_order(name):
    """Of files of one process, by their number."""
    process, _, number = name.rpartition("-")
    number = number.partition(".")[0]
    return process, int(number) if number.isdigit() else 0


class Recording:
    """All files of a directory whose names begin with `prefix`, of which one process is assumed, or those of this
    process."""

    def __init__(self, directory, process=None, prefix=""):
        self.names, self.contexts, self.health, self.waits, self.messages = {0: ""}, {}, {}, [], []
        self.samples = []  # the context of each, again where one was labelled anew
        self.labels = {}  # (thread, time): the context in the end
        lasting = []  # of the last file that is complete: what lasted at an earlier one's end is recorded whole, too
        for name in sorted((name for name in os.listdir(directory) if name.startswith(prefix)), key=in_order):
            if process and name.split("-")[-3] != str(process):
                continue
            lasting_here = []
            with open(os.path.join(directory, name), "rb") as file:
                data = file.read()
            for kind, body in payloads(data):
                if kind == 2:
                    self.names[body[1][0]] = body[2][0].decode()
                elif kind == 3:
                    self.contexts[body[1][0]] = body
                elif kind == 4:
                    threads, times, contexts = (numbers(body.get(n, [])) for n in (2, 3, 4))
                    self.samples += contexts
                    self.labels.update(zip(zip(threads, (body[1][0] + time for time in times)), contexts))
                elif kind == 6:
                    lasting = lasting_here
                    for counter in map(fields, body[1]):
                        self.health[counter[1][0].decode()] = counter.get(2, [0])[0]
                elif kind == 7:
                    for wait in map(self.wait, map(fields, body[1])):
                        (lasting_here if wait["end"] in LASTING else self.waits).append(wait)
                elif kind == 10:
                    self.messages += map(self.message, map(fields, body[1]))
        self.waits += lasting

    @staticmethod
    def wait(entry):
        one = lambda field: entry.get(field, [0])[0]
        return {"waiter": one(1), "holder": one(2), "end": ENDS[one(3)], "kind": KINDS[one(4)], "lock": one(5),
                "waiter_path": one(6), "holder_path": one(7), "count": one(8), "sum_ns": one(9), "max_ns": one(10),
                "log2_ns": numbers(entry.get(11, []))}

    @staticmethod
    def message(entry):
        one = lambda field: entry.get(field, [0])[0]
        return {"kind": MESSAGES[one(1)], "transport": TRANSPORTS[one(2)], "context": one(3), "from": one(4),
                "reason": one(5), "service": one(6), "accepted": one(7), "count": one(8), "bytes": one(9),
                "mixed": one(10)}

    def remote(self, context):
        """(uid, synopsis) of the nearest REMOTE, or None."""
        while context:
            body = self.contexts[context]
            if body.get(3, [0])[0] == REMOTE:
                return "%016x" % body[6][0], body[7][0]
            context = body.get(2, [0])[0]
        return None

    def frames(self, context):
        """Of the nearest CALL_PATH, outermost first."""
        while context:
            body = self.contexts[context]
            if body.get(3, [0])[0] == CALL_PATH:
                return [self.names[name] for name in numbers(body.get(5, []))]
            context = body.get(2, [0])[0]
        return []

    def type_of(self, context):
        """The name of the innermost TRANSACTION, "synopsis N" of a remote context, "" of none."""
        while context:
            body = self.contexts[context]
            kind = body.get(3, [0])[0]
            if kind in (TRANSACTION, REASON):
                return self.names[body[4][0]]
            if kind == REMOTE:
                return "synopsis %x" % body[7][0]
            context = body.get(2, [0])[0]
        return ""

    def samples_of(self, name):
        return sum(1 for context in self.samples if self.type_of(context) == name)

    def path(self, context):
        """Frames, innermost first."""
        if not context:
            return []
        body = self.contexts[context]
        assert body.get(3, [0])[0] == CALL_PATH and body.get(2, [0])[0] == 0, body
        return [self.names[name] for name in numbers(body.get(5, []))][::-1]
