#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes requests and answers that come one behind another into a folder, as seeds for framing_fuzz.c."""
import os, sys

SEEDS = {
    "gets": b"GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\n\r\n",
    "length": b"POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello\r\nGET /b HTTP/1.1\r\n\r\n",
    "chunks": b"POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\nhello\r\n0\r\nA: b\r\n\r\n"
              b"GET /b HTTP/1.1\r\n\r\n",
    "upgrade": b"GET /a HTTP/1.1\r\nUpgrade: h2c\r\n\r\nGET /b HTTP/1.1\r\n\r\n",
    "bare": b"GET /a HTTP/1.0\nHost: x\n\nGET /b HTTP/1.0\n\n",
}
ANSWERS = {
    "answers": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 304 Not Modified\r\n\r\n",
    "chunked": b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
}

for seeds, of in (SEEDS, 0), (ANSWERS, 0x80):
    for name, text in seeds.items():
        for step in 0, 2, 16:
            with open(os.path.join(sys.argv[1], f"{name}{step}"), "wb") as seed:
                seed.write(bytes([of | step]) + text)
