#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""As loops.py, of requests whose bodies come later than their heads, in pieces or after "100 Continue", or look like
requests; of messages on connections whose protocol was switched, as by WebSocket; and of several requests that a client
sends at once without HTTP/2, within TLS as well.

usage: bodies.py libwhodunit.so [REQUESTS]
"""
import os, random, socket, ssl, sys, time

import loops


def start(number, port, tls=False):
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    if tls:
        connection = ssl._create_unverified_context().wrap_socket(connection)
    return random.Random(number), connection, connection.makefile("rb")


def choose(random_one):
    """A route, its path and target, and a body that resembles no other one."""
    route, path, (_, target, _) = loops.choose_request(random_one)
    return route, path, target, random_one.randbytes(random_one.randrange(1, 3000)).hex().encode()


def read_head(answers):
    """Its first line and its length."""
    lines = [answers.readline().lower()]
    while lines[-1].strip():
        lines.append(answers.readline().lower())
    return lines[0], sum(int(line[15:]) for line in lines if line.startswith(b"content-length:"))


def read_answer(answers):
    return answers.read(read_head(answers)[1]).decode()


def head(method, target, *fields):
    return "\r\n".join((f"{method} {target} HTTP/1.1", "Host: here", *fields, "", "")).encode()


def continued(number, port, _, requests, said):
    random_one, connection, answers = start(number, port)
    for _ in range(requests):
        route, path, target, body = choose(random_one)
        connection.sendall(head("POST", target, "Expect: 100-continue", f"Content-Length: {len(body)}"))
        assert read_head(answers)[0].startswith(b"http/1.1 100 ")
        connection.sendall(body)
        loops.note(said, route, path, ("POST",), read_answer(answers))


def chunked(number, port, _, requests, said):
    random_one, connection, answers = start(number, port)
    for _ in range(requests):
        route, path, target, body = choose(random_one)
        connection.sendall(head("POST", target, "Transfer-Encoding: chunked"))
        for piece in (body[:len(body) // 2], body[len(body) // 2:]):
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        connection.sendall(b"0\r\n\r\n")
        loops.note(said, route, path, ("POST",), read_answer(answers))


def log(number, port, _, requests, said):
    """Uploads of logs, which look like other clients' requests wherever they are cut."""
    random_one, connection, answers = start(number, port)
    for _ in range(requests):
        route, path, target, _ = choose(random_one)
        pieces = [b"".join(head("GET", choose(random_one)[2]) for _ in range(random_one.randrange(1, 600)))
                  for _ in range(random_one.randrange(1, 5))]
        is_chunked = random_one.random() < 0.7
        length = "Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {sum(map(len, pieces))}"
        connection.sendall(head("POST", target, length))
        for piece in pieces:
            for part in (b"%x\r\n" % len(piece), piece, b"\r\n") if is_chunked else (piece,):
                connection.sendall(part)
                time.sleep(random_one.random() * 0.004)
        connection.sendall(b"0\r\n\r\n" if is_chunked else b"")
        loops.note(said, route, path, ("POST",), read_answer(answers))
        route, path, target, _ = choose(random_one)
        connection.sendall(head("GET", target))
        loops.note(said, route, path, ("GET",), read_answer(answers))


def in_chunks(body):
    half = len(body) // 2
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:half], body[half:], b""))


def any_request(random_one):
    """Its route, path and method, and all of it: its head of any length, its body by its length or in chunks."""
    route, path, target, body = choose(random_one)
    pad, how = "Pad: " + "p" * random_one.choice((1, 900, 1600)), random_one.randrange(3)
    if how == 0:
        return route, path, "GET", head("GET", target, pad)
    if how == 1:
        return route, path, "POST", head("POST", target, pad, f"Content-Length: {len(body)}") + body
    return route, path, "POST", head("POST", target, pad, "Transfer-Encoding: chunked") + in_chunks(body)


def at_once(number, port, tls, requests, said):
    random_one, connection, answers = start(number, port, tls)
    for _ in range(requests // 2):
        asked = [any_request(random_one) for _ in range(random_one.randrange(1, 5))]
        text = b"".join(request for _, _, _, request in asked)
        cut = random_one.randrange(len(text)) if random_one.random() < 0.5 else len(text)
        for piece in filter(None, (text[:cut], text[cut:])):
            connection.sendall(piece)
        for route, path, method, _ in asked:
            loops.note(said, route, path, (method,), read_answer(answers))


def switched(number, port, _, requests, said):
    for turn in range(max(1, requests // 10)):
        random_one, connection, answers = start(number + 100 * turn, port)
        route, path, target, _ = choose(random_one)
        connection.sendall(head("GET", target, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
        assert read_head(answers)[0].startswith(b"http/1.1 101 ")
        for _ in range(10):
            connection.sendall(random_one.randbytes(random_one.randrange(1, 60)).hex().encode() + b"\n")
            loops.note(said, route, path, ("GET",), answers.readline().decode().strip())
        connection.close()


def main():
    library, requests = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for proxy in ("haproxy", "nginx"):
        for by in (continued, chunked, switched, at_once):
            print(by.__name__, end=" ")
            loops.run(library, proxy, requests, by)
    loops.run(library, "nginx-tls", requests, at_once)
    print("log", end=" ")
    loops.run(library, loops.UNBUFFERED, 3 * requests, log, most_unknown=0.002)
    print("PASS")


main()
