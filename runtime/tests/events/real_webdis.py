#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""webdis in front of redis, unmodified, on our libevent: one thread accepts,
others serve, on connections to redis that all clients share. What is said to
redis is said under the client's context, judged by oracle.c.

usage: real_webdis.py libwhodunit.so libevent-prefix oracle.so
"""
import http.client, json, sys
import judged, servers

CLIENTS, ROUNDS = 8, 200


def ask(port, number):
    connection, value = http.client.HTTPConnection("127.0.0.1", port), "client=%d;" % number
    for i in range(ROUNDS):
        connection.request("GET", "/SET/key-%d-%d/%s" % (number, i % 10, value))
        assert json.loads(connection.getresponse().read())["SET"] == [True, "OK"]
        connection.request("GET", "/GET/key-%d-%d" % (number, i % 10))
        assert json.loads(connection.getresponse().read())["GET"] == value


def main(library, libevent, oracle):
    with servers.home() as home:
        redis, webdis = servers.free_port(), servers.free_port()
        with open(home + "/webdis.json", "w") as f:
            json.dump({"redis_host": "127.0.0.1", "redis_port": redis, "http_host": "127.0.0.1", "http_port": webdis,
                       "threads": 2, "pool_size": 8, "daemonize": False, "websockets": False, "verbosity": 1,
                       "logfile": home + "/webdis.log"}, f)
        with servers.server(["/usr/bin/redis-server", "--port", str(redis), "--bind", "127.0.0.1", "--save", "",
                             "--dir", home], redis, home + "/redis.out"):
            judged.run(["/usr/bin/webdis", home + "/webdis.json"], webdis, home, (oracle, library), libevent,
                       CLIENTS, ask, at_least=2 * CLIENTS * ROUNDS)


main(*sys.argv[1:])
