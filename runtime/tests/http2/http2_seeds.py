#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what clients and servers send by HTTP/2 into a folder, as seeds for http2_fuzz.c."""
import os, struct, sys


def frame(kind, flags, stream, content=b""):
    return struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content


def literal(first, name, value):
    return bytes([first, len(name)]) + name + bytes([len(value)]) + value


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
GET = b"\x82\x86" + literal(0x40, b":authority", b"here") + literal(0, b":path", b"/shop/12")
AGAIN = b"\x82\x86\xbe" + b"\x44\x87\x62\xb4\x7f\x5d\x8f\x1f\xff"  # an index, and Huffman's code
seeds = {
    "one": PREFACE + frame(4, 0, 0) + frame(1, 5, 1, GET),
    "two": PREFACE + frame(1, 5, 1, GET) + frame(1, 4, 3, AGAIN) + frame(0, 1, 3, b"body"),
    "continued": PREFACE + frame(1, 1, 1, GET[:9]) + frame(9, 0, 1, GET[9:12]) + frame(9, 4, 1, GET[12:]),
    "padded": PREFACE + frame(1, 0x2d, 1, b"\3\0\0\0\0\x10" + GET + b"\0\0\0") + frame(3, 0, 1, b"\0\0\0\x08"),
    "resized": PREFACE + frame(1, 5, 1, b"\x3f\xe1\x1f" + GET),
    "server": frame(4, 0, 0, struct.pack(">HIHI", 1, 8192, 3, 100)) + frame(4, 1, 0) + frame(1, 4, 1, b"\x88") +
              frame(0, 1, 1, b"answer") + frame(3, 0, 5, b"\0\0\0\7"),
}
for name, content in seeds.items():
    with open(os.path.join(sys.argv[1], name), "wb") as f:
        f.write(b"\x06" + content)
