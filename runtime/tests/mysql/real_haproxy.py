#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A private mariadbd behind HAProxy, which puts a PROXY header in front of each connection: it is understood as ever.

usage: real_haproxy.py libwhodunit.so haproxy
"""
import os, shutil, signal, socket, subprocess, sys, tempfile

from private_mariadbd import Client, counters, start, tag

CONFIGURATION = """
defaults
  mode tcp
  timeout connect 10s
  timeout client 60s
  timeout server 60s
listen text
  bind fd@%d
  server db unix@%s send-proxy
listen binary
  bind fd@%d
  server db unix@%s send-proxy-v2 proxy-v2-options unique-id
  unique-id-format %%{+X}o%%ci%%cp
"""


def main():
    library, haproxy = os.path.abspath(sys.argv[1]), sys.argv[2]
    home = tempfile.mkdtemp(prefix="whodunit-haproxy-")
    server = proxy = None
    try:
        server = start(library, "one-thread-per-connection", home, ["--proxy-protocol-networks=*"])
        fronts = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        with open(home + "/cfg", "w") as file:
            file.write(CONFIGURATION % (fronts[0].fileno(), home + "/s", fronts[1].fileno(), home + "/s"))
        proxy = subprocess.Popen([haproxy, "-db", "-f", home + "/cfg"], pass_fds=[f.fileno() for f in fronts])
        for front in fronts:
            for client in range(3):
                c = Client(front.getsockname())
                assert c.query(tag(0x11) + "SELECT 1") == [b"\x011"]
                assert c.query("SELECT 2") == [b"\x012"]
                host = c.query("SELECT SUBSTRING_INDEX(USER(), '@', -1)")
                assert host == [b"\x09127.0.0.1"] or host == [b"\x09localhost"], host  # read from the header
                c.quit()
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0, open(home + "/log").read()
        found = counters(home + "/rec")
        print(found)
        assert found.get("mysql.lost_track", 0) == 0, found
        assert (found["mysql.labelled"], found["mysql.unlabelled"]) == (6, 12), found
        print("PASS")
    finally:
        for process in filter(None, (proxy, server)):
            process.kill()
            process.wait()
        shutil.rmtree(home, ignore_errors=True)


main()
