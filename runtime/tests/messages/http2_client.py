# SPDX-License-Identifier: Apache-2.0
"""A client that has many requests at once on one HTTP/2 connection. Reads no headers of answers: their bodies tell."""
import collections, random, ssl, struct

DATA, HEADERS, SETTINGS, PING, GO_AWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, PADDED = 1, 4, 8
ROOM = 1 << 24  # bytes that the server may send before it waits


def frame(kind, flags, stream, content=b""):
    return struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content


def literal(name, value, remembered):
    """A header, of less than 127 bytes, that the server is to remember, or not."""
    return (b"\x40" if remembered else b"\0") + bytes([len(name)]) + name + bytes([len(value)]) + value


class Connection:
    def __init__(self, socket, tls, leading=b""):
        if tls:
            context = ssl._create_unverified_context()
            context.set_alpn_protocols(["h2"])
            socket = context.wrap_socket(socket)
        self.socket, self.last, self.random, self.bytes = socket, -1, random.Random(1), b""
        settings = struct.pack(">HI", 4, ROOM)
        socket.sendall(leading + b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0, settings) +
                       frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", ROOM)))

    def request(self, method, path, body=None):
        """The frames of a request, and its stream: its headers in one frame or two, padded or not."""
        self.last += 2
        fields = [(b":method", method.encode(), False), (b":path", path.encode(), False), (b":scheme", b"http", True),
                  (b":authority", b"here", True), (b"x-stream", b"%d" % self.last, True)]
        if body:
            fields.append((b"content-length", b"%d" % len(body), False))
        block = b"".join(literal(*field) for field in fields)
        end, text = 0 if body else END_STREAM, b""
        if self.random.random() < 0.2:
            text += frame(HEADERS, end, self.last, block[:9]) + frame(CONTINUATION, END_HEADERS, self.last, block[9:])
        elif self.random.random() < 0.2:
            text += frame(HEADERS, end | END_HEADERS | PADDED, self.last, b"\7" + block + b"\0" * 7)
        else:
            text += frame(HEADERS, end | END_HEADERS, self.last, block)
        if body:
            text += frame(DATA, END_STREAM, self.last, body.encode())
        return text, self.last

    def read_frame(self):
        while len(self.bytes) < 9 or len(self.bytes) < 9 + int.from_bytes(self.bytes[:3], "big"):
            more = self.socket.recv(1 << 16)
            if not more:
                raise EOFError("the server has closed the connection")
            self.bytes += more
        length = int.from_bytes(self.bytes[:3], "big")
        (kind, flags, stream), content = struct.unpack(">BBI", self.bytes[3:9]), self.bytes[9:9 + length]
        self.bytes = self.bytes[9 + length:]
        return kind, flags, stream, content

    def ask(self, requests):
        """All of them at once, cut into pieces anywhere: the bodies of their answers."""
        sent = [self.request(*request) for request in requests]
        text = b"".join(frames for frames, _ in sent)
        cut = self.random.randrange(len(text))
        for piece in (text[:cut], text[cut:]):
            self.socket.sendall(piece)
        bodies, left = collections.defaultdict(bytes), {stream for _, stream in sent}
        while left:
            kind, flags, stream, content = self.read_frame()
            assert kind != GO_AWAY, content
            if kind == SETTINGS and not flags:
                self.socket.sendall(frame(SETTINGS, 1, 0))
            if kind == DATA:
                bodies[stream] += content
            if kind in (DATA, HEADERS) and flags & END_STREAM:
                left.discard(stream)
        return [bodies[stream].decode() for _, stream in sent]
