#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""said_server.py by FastCGI, SCGI or uwsgi, a connection for each request: "<path> <context>".

usage: said_gateway.py fastcgi|scgi|uwsgi AF_UNIX-PATH
"""
import ctypes, socketserver, struct, sys

BEGIN, END, PARAMS, STDIN, STDOUT = 1, 3, 4, 5, 6
library = ctypes.CDLL(None)
library.whodunit_current.restype = ctypes.c_uint32


def fastcgi_parameters(data):
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


def fastcgi_asked(stream):
    asked, kind, content = b"", 0, b"x"
    while kind != STDIN or content:
        _, kind, _, length, padding, _ = struct.unpack("!BBHHBB", stream.read(8))
        content = stream.read(length + padding)[:length]
        asked += content if kind == PARAMS else b""
    return fastcgi_parameters(asked)


def fastcgi_answer(content):
    def record(kind, content):
        return struct.pack("!BBHHBB", 1, kind, 1, len(content), 0, 0) + content
    return record(STDOUT, content) + record(STDOUT, b"") + record(END, bytes(8))


def scgi_asked(stream):
    length = b""
    while not length.endswith(b":"):
        length += stream.read(1)
    words = stream.read(int(length[:-1])).decode().split("\0")
    assert stream.read(1) == b","
    return with_body(stream, dict(zip(words[::2], words[1::2])))


def uwsgi_asked(stream):
    _, length, _ = struct.unpack("<BHB", stream.read(4))
    data, at, words = stream.read(length), 0, []
    while at < length:
        size = struct.unpack_from("<H", data, at)[0]
        words.append(data[at + 2:at + 2 + size].decode())
        at += 2 + size
    return with_body(stream, dict(zip(words[::2], words[1::2])))


def with_body(stream, parameters):
    stream.read(int(parameters["CONTENT_LENGTH"] or 0))
    return parameters


ASKED = {"fastcgi": fastcgi_asked, "scgi": scgi_asked, "uwsgi": uwsgi_asked}


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        asked = ASKED[sys.argv[1]](self.rfile)
        text = ctypes.create_string_buffer(4096)
        library.whodunit_describe(library.whodunit_current(), text, 4096)
        body = (asked["REQUEST_URI"] + " " + text.value.decode()).encode()
        content = b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        self.wfile.write(fastcgi_answer(content) if sys.argv[1] == "fastcgi" else b"Status: 200 OK\r\n" + content)


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 100


server = Server(sys.argv[2], Handler)
print(0, flush=True)
server.serve_forever()
