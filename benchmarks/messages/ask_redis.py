#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A client script for redis, with Debian's python3-redis: asks for one thing again and again, thinks for 0.1 to 0.7 ms
before it does, and says how often it has asked.

usage: ask_redis.py PORT get|large|sort|lua|pipeline SECONDS
"""
import random, sys, time

import redis

LUA = "local s = 0 for i = 1, 10000 do s = s + i end return s"


def fill(port):
    server = redis.Redis(port=port)
    server.set("key", "x" * 100)
    server.set("large", "x" * 100_000)
    server.delete("list")
    server.rpush("list", *["element %d" % i for i in range(300)])


def pipeline(server):
    commands = server.pipeline(transaction=False)
    for i in range(100):
        commands.set("pipeline:%d" % i, "x" * 100)
    commands.execute()


SCRIPTS = {"get": lambda server: server.get("key"), "large": lambda server: server.get("large"),
           "sort": lambda server: server.sort("list", alpha=True, start=0, num=1),
           "lua": lambda server: server.eval(LUA, 0), "pipeline": pipeline}


def main():
    port, script, until = int(sys.argv[1]), sys.argv[2], time.monotonic() + float(sys.argv[3])
    if script == "fill":
        fill(port)
        return
    server, n = redis.Redis(port=port), 0
    while time.monotonic() < until:
        time.sleep(random.uniform(0.0001, 0.0007))
        SCRIPTS[script](server)
        n += 1
    print(n)


main()
