# SPDX-License-Identifier: Apache-2.0
"""Reads what a process publishes of its threads' contexts, from outside: OpenTelemetry's thread context and process
context, as their documents say, with nothing of ours.

    reader.py PID [SECONDS]

writes a line of JSON for the process and one for each thread that has a context, again and again for so long.
"""
import contextlib
import ctypes
import json
import os
import struct
import sys
import time

VARIABLE = "otel_thread_ctx_v1"
TLSDESC, TLS, GLOBAL = 36, 6, 1  # of ELF: a relocation's, a symbol's type and binding
SEIZE, INTERRUPT, GETREGS, DETACH = 0x4206, 0x4207, 12, 17
WALL = 0x40000000
FS_BASE = 21  # of the registers that the kernel gives

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, tid, data=None):
    if libc.ptrace(request, tid, None, data) != 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x} of {tid}")


@contextlib.contextmanager
def stopped(tid):
    """The thread does not run meanwhile; gives its thread pointer."""
    ptrace(SEIZE, tid)
    try:
        ptrace(INTERRUPT, tid)
        os.waitpid(tid, WALL)
        registers = (ctypes.c_ulong * 27)()
        ptrace(GETREGS, tid, registers)
        yield registers[FS_BASE]
    finally:
        ptrace(DETACH, tid)


class Elf:
    """What a library's file says of the variable."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        if self.bytes[:5] != b"\x7fELF\x02":
            raise ValueError("no ELF file of 64 bits")
        at, size, count = (struct.unpack_from("<Q", self.bytes, 32)[0],) + struct.unpack_from("<HH", self.bytes, 54)
        programs = [struct.unpack_from("<IIQQQQQQ", self.bytes, at + i * size) for i in range(count)]
        self.first = min((p[3] for p in programs if p[0] == 1), default=0) & ~0xFFF
        self.sections = self.read_sections()

    def read_sections(self):
        at, = struct.unpack_from("<Q", self.bytes, 40)
        size, count = struct.unpack_from("<HH", self.bytes, 58)
        return [struct.unpack_from("<IIQQQQIIQQ", self.bytes, at + i * size) for i in range(count)]

    def entries(self, kind, form):
        for section in self.sections:
            if section[1] == kind:
                for at in range(section[4], section[4] + section[5], struct.calcsize(form)):
                    yield section, struct.unpack_from(form, self.bytes, at)

    def variable(self):
        """Its number in the table of dynamic symbols, or None."""
        for number, (section, (name, info, other, index, _, size)) in enumerate(self.entries(11, "<IBBHQQ")):
            at = self.sections[section[6]][4] + name
            if self.bytes[at:self.bytes.index(b"\0", at)].decode() == VARIABLE and index:
                assert (info & 15, info >> 4, other, size) == (TLS, GLOBAL, 0, 8), (info, other, size)
                return number
        return None

    def descriptor(self):
        """Where the TLS descriptor of the variable is, from the library's start."""
        number = self.variable()
        if number is None:
            return None
        found = [r[0] for _, r in self.entries(4, "<QQq") if r[1] == number << 32 | TLSDESC]
        assert found, "no TLS descriptor refers to the variable"
        return found[0] - self.first


def fields(data):
    """(number, bytes) of each field of a protobuf message, all of which are bytes here."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return value

    while at < len(data):
        tag = varint()
        assert tag & 7 == 2, tag
        length = varint()
        yield tag >> 3, data[at:at + length]
        assert at + length <= len(data)
        at += length


def attribute(data):
    pair = dict(fields(data))
    (kind, value), = fields(pair[2])
    if kind == 5:
        return pair[1].decode(), [dict(fields(v))[1].decode() for _, v in fields(value)]
    assert kind == 1, kind
    return pair[1].decode(), value.decode()


class Process:
    def __init__(self, pid):
        self.pid = pid
        self.memory = open(f"/proc/{pid}/mem", "rb", buffering=0)
        self.resource, self.attributes = {}, {}
        with open(f"/proc/{pid}/maps", encoding="utf-8") as file:
            maps = [line.split(None, 5) for line in file]
        maps = [(int(m[0].split("-")[0], 16), int(m[2], 16), m[5].strip()) for m in maps if len(m) == 6]
        for start, _, name in maps:
            if name.startswith(("[anon_shmem:OTEL_CTX]", "[anon:OTEL_CTX]", "/memfd:OTEL_CTX")):
                self.read_process_context(start)
        self.keys = self.attributes.get("threadlocal.attribute_key_map", [])
        self.offset = self.find_variable(maps)

    def read(self, address, size):
        self.memory.seek(address)
        data = self.memory.read(size)
        assert len(data) == size, (hex(address), size, len(data))
        return data

    def read_process_context(self, start):
        signature, version, size, published, payload = struct.unpack("<8sIIQQ", self.read(start, 32))
        assert (signature, version) == (b"OTEL_CTX", 2) and published, (signature, version, published)
        for number, data in fields(self.read(payload, size)):
            if number == 1:
                self.resource.update(attribute(d) for _, d in fields(data))
            else:
                self.attributes.update([attribute(data)])

    def find_variable(self, maps):
        """Where it is, from a thread's pointer on. Of a library that was loaded late it could be elsewhere in each
        thread's memory: then the descriptor's argument would be an address."""
        for start, offset, path in maps:
            if offset or not path.startswith("/") or not os.path.isfile(f"/proc/{self.pid}/root{path}"):
                continue
            with contextlib.suppress(ValueError):
                descriptor = Elf(f"/proc/{self.pid}/root{path}").descriptor()
                if descriptor is not None:
                    argument, = struct.unpack("<q", self.read(start + descriptor + 8, 8))
                    assert -1 << 20 < argument < 0, argument
                    return argument
        return None

    def thread(self, tid):
        """The attributes of the thread's context by their names; None: it has no context."""
        with stopped(tid) as pointer:
            record, = struct.unpack("<Q", self.read(pointer + self.offset, 8))
            if not record:
                return None
            trace, span, valid, flags, size = struct.unpack("<16s8sBBH", self.read(record, 28))
            data = self.read(record + 28, size)
        assert record % 2 == 0 and 28 + size <= 640, (record, size)
        assert (trace, span, flags) == (bytes(16), bytes(8), 0)
        if valid != 1:
            return None
        found = {}
        while data:
            key, length = data[0], data[1]
            assert len(data) >= 2 + length, data
            found[self.keys[key]] = data[2:2 + length].decode()
            data = data[2 + length:]
        return found

    def threads(self):
        found = {}
        for tid in map(int, os.listdir(f"/proc/{self.pid}/task")):
            with contextlib.suppress(ProcessLookupError):
                found[tid] = self.thread(tid)
        return {tid: context for tid, context in found.items() if context}


def main(pid, seconds="0"):
    end = time.monotonic() + float(seconds)
    process = Process(int(pid))
    print(json.dumps({"resource": process.resource, "attributes": process.attributes}), flush=True)
    while True:
        for tid, context in process.threads().items():
            print(json.dumps({"tid": tid} | context), flush=True)
        if time.monotonic() >= end:
            return
        time.sleep(0.05)


if __name__ == "__main__":
    main(*sys.argv[1:])
