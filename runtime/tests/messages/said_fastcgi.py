#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""said_server.py by FastCGI, a connection for each request: "<path> <context>". Listens on the AF_UNIX path given."""
import ctypes, socketserver, struct, sys

BEGIN, END, PARAMS, STDIN, STDOUT = 1, 3, 4, 5, 6
library = ctypes.CDLL(None)
library.whodunit_current.restype = ctypes.c_uint32


def parameters(data):
    found, at = {}, 0
    while at < len(data):
        lengths = []
        for _ in range(2):
            length, used = (data[at], 1) if data[at] < 128 else (struct.unpack_from("!I", data, at)[0] & 0x7fffffff, 4)
            lengths.append(length)
            at += used
        name, value = data[at:at + lengths[0]], data[at + lengths[0]:at + sum(lengths)]
        found[name.decode()] = value.decode()
        at += sum(lengths)
    return found


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        asked, kind, content = b"", 0, b"x"
        while kind != STDIN or content:
            _, kind, _, length, padding, _ = struct.unpack("!BBHHBB", self.rfile.read(8))
            content = self.rfile.read(length + padding)[:length]
            asked += content if kind == PARAMS else b""
        text = ctypes.create_string_buffer(4096)
        library.whodunit_describe(library.whodunit_current(), text, 4096)
        body = (parameters(asked)["REQUEST_URI"] + " " + text.value.decode()).encode()
        self.answer(STDOUT, b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        self.answer(STDOUT, b"")
        self.answer(END, bytes(8))

    def answer(self, kind, content):
        self.wfile.write(struct.pack("!BBHHBB", 1, kind, 1, len(content), 0, 0) + content)


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 100


server = Server(sys.argv[1], Handler)
print(0, flush=True)
server.serve_forever()
