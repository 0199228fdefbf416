# SPDX-License-Identifier: Apache-2.0
"""Databases, caches and queues."""
import os, subprocess

from programs import Program, output, talk, write


def redis(home, port):
    return Program("redis", "event loop", ["redis-server", "--port", str(port), "--save", "", "--dir", home,
                                           "--loglevel", "warning"],
                   lambda: talk(port, "EVAL 'local s=0; for i=1,20000 do s=s+i end; return s' 0\r\n", end=b"\r\n"))


def memcached(home, port):
    return Program("memcached", "threads", ["memcached", "-u", "nobody", "-l", "127.0.0.1", "-p", str(port)],
                   lambda: talk(port, "set k 0 0 3\r\nabc\r\n" + "get k\r\n" * 500 + "quit\r\n"))


def mariadb(home, port):
    data, plugin = home + "/data", "--plugin-load-add=auth_socket"
    subprocess.run(["mariadb-install-db", "--no-defaults", "--datadir=" + data, "--user=root",
                    "--auth-root-authentication-method=normal"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return Program("mariadb", "threads, C++",
                   ["mariadbd", "--no-defaults", "--user=root", "--datadir=" + data, f"--socket={home}/s",
                    f"--port={port}", "--bind-address=127.0.0.1", "--innodb-buffer-pool-size=16M"],
                   lambda: output("mariadb", f"--socket={home}/s", "-uroot", "-e",
                                  "select benchmark(2000000, 1 + 1), 6 * 7"), ready_s=60)


def postgres(home, port):
    binary = sorted(p for p in os.listdir("/usr/lib/postgresql"))[-1]
    bin_directory, data = f"/usr/lib/postgresql/{binary}/bin/", home + "/data"
    os.chmod(home, 0o777)
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    subprocess.run(user + [bin_directory + "initdb", "-D", data, "-A", "trust", "-N"], check=True, cwd="/",
                   stdout=subprocess.DEVNULL)
    return Program("postgres", "a process for each connection",
                   user + [bin_directory + "postgres", "-D", data, "-p", str(port), "-k", home, "-c",
                           "listen_addresses=127.0.0.1"],
                   lambda: output(bin_directory + "psql", "-h", home, "-p", str(port), "-U", "postgres", "-Atc",
                                  "select sum(i) from generate_series(1, 300000) i"), "INT", ready_s=60,
                   sometimes="is starting up|terminating connection due to administrator command")


def beanstalkd(home, port):
    return Program("beanstalkd", "event loop", ["beanstalkd", "-l", "127.0.0.1", "-p", str(port)],
                   lambda: talk(port, "use a\r\n" * 300 + "quit\r\n"))


def gearmand(home, port):
    return Program("gearmand", "threads, C++", ["gearmand", "-L", "127.0.0.1", "-p", str(port), "-l", home + "/log",
                                                "-P", home + "/pid"],
                   lambda: talk(port, "version\n", end=b"\n"))


def mosquitto(home, port):
    conf = write(home + "/m.conf", f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    return Program("mosquitto", "event loop", ["mosquitto", "-c", conf],
                   lambda: talk(port, b"\x10\x0e\0\4MQTT\4\2\0\x3c\0\2ab" + b"\xc0\0" * 300 + b"\xe0\0"))


def slapd(home, port):
    conf = write(home + "/slapd.conf", f"""\
        include /etc/ldap/schema/core.schema
        modulepath /usr/lib/ldap
        moduleload back_mdb
        pidfile {home}/pid
        database mdb
        suffix "dc=example"
        directory {home}
        """)
    return Program("slapd", "threads", ["slapd", "-d", "0", "-f", conf, "-h", f"ldap://127.0.0.1:{port}"],
                   lambda: output("ldapsearch", "-x", "-H", f"ldap://127.0.0.1:{port}", "-s", "base",
                                                      "-b", "", "-LLL", "namingContexts"))


ALL = [redis, memcached, mariadb, postgres, mosquitto, beanstalkd, slapd, gearmand]
