#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requests within TLS have their names where the program calls SSL_read_ex and SSL_write_ex.

usage: tls.py libwhodunit.so said_tls
"""
import http.client, os, shutil, ssl, subprocess, sys, tempfile


def main(library, server):
    home = tempfile.mkdtemp(prefix="whodunit-tls-")
    try:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", "key", "-out", "certificate"], cwd=home, check=True,
                       stderr=subprocess.DEVNULL)
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                           WHODUNIT_MESSAGES="on")
        os.mkdir(home + "/rec")
        program = subprocess.Popen([server, "certificate", "key"], env=environment, cwd=home, text=True,
                                   stdout=subprocess.PIPE)
        connection = http.client.HTTPSConnection("127.0.0.1", int(program.stdout.readline()), timeout=60,
                                                 context=ssl._create_unverified_context())
        said = []
        for path in ("/shop", "/item/7"):
            connection.request("GET", path)
            said.append(connection.getresponse().read().decode())
        connection.close()
        assert program.wait(60) == 0
        assert said == ["GET /shop", "GET /item/:id"], said
        print("PASS")
    finally:
        shutil.rmtree(home, ignore_errors=True)


main(*map(os.path.abspath, sys.argv[1:3]))
