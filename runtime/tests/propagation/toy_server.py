# SPDX-License-Identifier: Apache-2.0
"""A server that speaks toy.c's protocol, a thread for each connection.

It works for as long as a client's second word after WORK says: milliseconds of its thread's CPU time, and half as long
after it has said DONE. To GET it answers, too, with such work: that is another protocol.
"""
import socket, sys, threading, time


def work(milliseconds):
    end = time.thread_time() + milliseconds / 1000
    while time.thread_time() < end:
        pass


def serve(connection):
    with connection, connection.makefile("rb", buffering=0) as lines:
        while line := lines.readline():
            word, *rest = line.decode().split()
            if word == "WORK":
                work(int(rest[0].split("-")[1]))
                connection.sendall(b"DO")
                connection.sendall(b"NE\n")
                work(int(rest[0].split("-")[1]) / 2)
                connection.sendall(b"next\n")
            elif word == "GET":
                work(100)
                connection.sendall(b"answer\n")


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
for _ in range(int(sys.argv[1])):
    thread = threading.Thread(target=serve, args=(listener.accept()[0],))
    thread.start()
    thread.join()
