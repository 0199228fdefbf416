#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the first bytes of requests into a folder, as seeds for request_fuzz.c."""
import os, struct, sys

TRACE = b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def record(kind, content):
    return struct.pack(">BBHHBB", 1, kind, 1, len(content), 0, 0) + content


def parameter(name, value):
    return bytes([len(name), len(value)]) + name + value


fastcgi = record(1, struct.pack(">HB5x", 1, 0)) + record(4, b"".join(parameter(*p) for p in (
    (b"REQUEST_METHOD", b"GET"), (b"REQUEST_URI", b"/shop/12?page=3"), (b"SCRIPT_NAME", b"/index.php"),
    (b"HTTP_TRACEPARENT", TRACE))))


def pairs(join):
    words = (b"CONTENT_LENGTH", b"", b"REQUEST_METHOD", b"POST", b"REQUEST_URI", b"/cart/7", b"HTTP_TRACEPARENT", TRACE)
    return b"".join(map(join, words))


scgi = pairs(lambda word: word + b"\0")
uwsgi = pairs(lambda word: struct.pack("<H", len(word)) + word)
seeds = {
    "get": b"GET /items/42?q=1 HTTP/1.1\r\nHost: a\r\ntraceparent: " + TRACE + b"\r\n\r\n",
    "post": b"POST /a/0123456789abcdef/b HTTP/1.0\r\n\r\nbody",
    "http2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "long-method": b"A" * 16,
    "fastcgi": fastcgi,
    "fastcgi-cut": fastcgi[:60],
    "scgi": b"%d:%s," % (len(scgi), scgi),
    "scgi-cut": b"%d:%s" % (len(scgi), scgi[:30]),
    "uwsgi": struct.pack("<BHB", 0, len(uwsgi), 0) + uwsgi,
    "uwsgi-cut": struct.pack("<BHB", 0, len(uwsgi), 0) + uwsgi[:50],
}
for name, content in seeds.items():
    with open(os.path.join(sys.argv[1], name), "wb") as f:
        f.write(content)
