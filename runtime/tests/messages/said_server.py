#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A web server that answers with the context under which it was at work behind the request's last byte: "<path>
<context>"."""
import ctypes, http.server, sys

library = ctypes.CDLL(None)
library.whodunit_current.restype = ctypes.c_uint32


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def read_body(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        while self.headers.get("Transfer-Encoding") and self.rfile.read(int(self.rfile.readline(), 16) + 2) != b"\r\n":
            pass

    def say(self):
        text = ctypes.create_string_buffer(4096)
        library.whodunit_describe(library.whodunit_current(), text, 4096)
        return (self.path + " " + text.value.decode()).encode()

    def switch_protocols(self):
        """From here on, one for each line that comes."""
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        self.end_headers()
        while self.rfile.readline():
            self.wfile.write(self.say() + b"\n")
        self.close_connection = True

    def do_GET(self):
        if self.headers.get("Upgrade"):
            self.switch_protocols()
            return
        self.read_body()
        answer = self.say()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
