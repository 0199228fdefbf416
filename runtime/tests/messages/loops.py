#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that nobody patched, HAProxy and nginx, with clients within TLS as well, and with clients that have many
requests at once on a connection by HTTP/2, in front of a server by HTTP, FastCGI, SCGI or uwsgi that says under which
context it was at work: the one that the loop gave to a request of that route, and to no other.

usage: loops.py libwhodunit.so [REQUESTS]
"""
import collections, http.client, os, random, shutil, signal, socket, ssl, subprocess, sys, tempfile, threading, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crosstalk"))
from records import Recording
import http2_client

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENTS = 16
PATH = os.environ["PATH"] + ":/usr/sbin"
ROUTES = ["/", "/shop", "/cart/add", "/search", "/item/%d", "/about"]
NAMES = {"/": "/", "/shop": "/shop", "/cart/add": "/cart/add", "/search": "/search", "/item/%d": "/item/:id",
         "/about": "/about"}

HAPROXY = """global
  maxconn 200
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  http-reuse always
listen front
  bind 127.0.0.1:%d%s
  server back 127.0.0.1:%d
"""
NGINX = """daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events { worker_connections 200; }
http { access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u;
 scgi_temp_path s;
 upstream back { server 127.0.0.1:%d; keepalive 4; }
 server { listen 127.0.0.1:%d%s; location / { %s } } }
"""
BY_HTTP = "proxy_pass http://back; proxy_http_version 1.1; proxy_set_header Connection $http_connection; " \
    "proxy_set_header Upgrade $http_upgrade;"
BY_GATEWAY = "{0}_pass unix:back.sock; {0}_param CONTENT_LENGTH $content_length; " \
    "{0}_param REQUEST_METHOD $request_method; {0}_param REQUEST_URI $request_uri; " \
    "{0}_param SCRIPT_NAME /index.php;"
UNBUFFERED = "nginx-unbuffered"  # what comes of a body is passed on before all of it has come
GATEWAYS = ("nginx-fastcgi", "nginx-scgi", "nginx-uwsgi")
PROXIED, HEADER = "nginx-proxied", b"PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n"
PROXIED_HTTP2 = "nginx-http2-proxied"
HTTP2 = {"haproxy-http2": " proto h2", "nginx-http2": " http2", "nginx-tls-http2": " ssl http2",
         PROXIED_HTTP2: " http2 proxy_protocol"}
TLS = "; ssl_certificate tls.pem; ssl_certificate_key tls.key"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def choose_request(choose):
    route = choose.choice(ROUTES)
    path = route % choose.randrange(1000) if "%" in route else route
    body = str(choose.random()) * choose.randrange(1, 100) if choose.random() < 0.3 else None
    query = "?q=%d" % choose.randrange(100) if choose.random() < 0.5 else ""
    return route, path, ("POST" if body else "GET", path + query, body)


def note(said, route, path, request, answer):
    found, _, context = answer.partition(" ")
    assert found.split("?")[0] == path, (path, answer)
    said[request[0] + " " + NAMES[route]].append(context)


class Proxied(http.client.HTTPConnection):
    """Which says for whom it asks: for connections that a proxy passes on as they are."""

    def connect(self):
        super().connect()
        self.sock.sendall(HEADER)


def proxied(number, port, _, requests, said):
    ask(random.Random(number), Proxied("127.0.0.1", port, timeout=60), requests, said)


def client(number, port, tls, requests, said):
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=60,
                                             context=ssl._create_unverified_context()) if tls else \
        http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    ask(random.Random(number), connection, requests, said)


def ask(choose, connection, requests, said):
    for _ in range(requests):
        route, path, request = choose_request(choose)
        connection.request(*request)
        note(said, route, path, request, connection.getresponse().read().decode())
        if choose.random() < 0.05:
            connection.close()


def http2(number, port, tls, requests, said, leading=b""):
    choose, connection = random.Random(number), None
    while requests > 0:
        if not connection or choose.random() < 0.1:
            connection = http2_client.Connection(socket.create_connection(("127.0.0.1", port), timeout=60), tls,
                                                 leading)
        asked = [choose_request(choose) for _ in range(choose.randrange(1, 5))]
        for (route, path, request), answer in zip(asked, connection.ask([request for _, _, request in asked])):
            note(said, route, path, request, answer)
        requests -= len(asked)


def proxied_http2(number, port, tls, requests, said):
    http2(number, port, tls, requests, said, HEADER)


def load(client, port, tls, requests):
    said, failures = collections.defaultdict(list), []

    def run_client(number):
        try:
            client(number, port, tls, requests, said)
        except Exception as e:  # told by the main thread
            failures.append(e)

    threads = [threading.Thread(target=run_client, args=(n,)) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    return said


def wait_for(port):
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
    raise AssertionError("nobody listens")


def run(library, proxy, requests, by=None, most_unknown=0.03):
    home = tempfile.mkdtemp(prefix="whodunit-loops-")
    tls, gateway = "-tls" in proxy, proxy.partition("-")[2] if proxy in GATEWAYS else None
    programs = []

    def start(tier, *command, **more):
        environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=home + "/rec",
                           WHODUNIT_MESSAGES="on",
                           WHODUNIT_TIER=tier, WHODUNIT_ROTATE="3600s")
        programs.append(subprocess.Popen(command, env=environment, cwd=home, text=True, **more))
        return programs[-1]

    try:
        os.mkdir(home + "/rec")
        said_by = ["said_gateway.py", gateway, home + "/back.sock"] if gateway else ["said_server.py"]
        backend = start("back", sys.executable, os.path.join(HERE, said_by[0]), *said_by[1:], stdout=subprocess.PIPE)
        behind, port = int(backend.stdout.readline()), free_port()
        with open(home + "/conf", "w", encoding="ascii") as file:
            listens = HTTP2.get(proxy, " ssl" if tls else " proxy_protocol" if proxy == PROXIED else "")
            file.write(HAPROXY % (port, listens, behind) if proxy.startswith("haproxy") else
                       NGINX % (behind or 1, port, listens + (TLS if tls else ""),
                                BY_GATEWAY.format(gateway) if gateway else
                                BY_HTTP + (" proxy_request_buffering off;" if proxy == UNBUFFERED else "")))
        if tls:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                            "/CN=localhost", "-keyout", "tls.key", "-out", "tls.pem"], cwd=home, check=True,
                           stderr=subprocess.DEVNULL)
        arguments = ("haproxy", "-db", "-f", "conf") if proxy.startswith("haproxy") else \
            ("nginx", "-c", home + "/conf", "-p", home)
        loop = start("front", shutil.which(arguments[0], path=PATH), *arguments[1:])
        wait_for(port)
        asks = {PROXIED: proxied, PROXIED_HTTP2: proxied_http2}.get(proxy, http2 if proxy in HTTP2 else client)
        said = load(by or asks, port, tls, requests)
        for program, how in ((loop, signal.SIGTERM), (backend, signal.SIGTERM)):
            program.send_signal(how)
            program.wait(60)
        judge(proxy, home + "/rec", said, most_unknown)
    finally:
        for program in programs:
            program.kill()
            program.wait()
        shutil.rmtree(home, ignore_errors=True)


def judge(proxy, directory, said, most_unknown):
    prefix = next(name for name in os.listdir(directory) if name.startswith("front-")).rsplit("-", 1)[0]
    front = Recording(directory, prefix=prefix)
    uid = prefix.rsplit("-", 1)[1]
    right = wrong = unknown = 0
    for route, contexts in said.items():
        for context in contexts:
            named = front.type_of(int(context.split()[0].partition("-")[2], 16)) if context.startswith(uid) else ""
            if not named:
                unknown += 1
            elif named == route:
                right += 1
            else:
                wrong += 1
                print("wrong:", route, "as", named)
    print(proxy, "right", right, "wrong", wrong, "unknown", unknown)
    assert wrong == 0 and right > 0 and unknown <= most_unknown * (right + unknown), (wrong, unknown)


def main():
    for proxy in sys.argv[3:] or ("haproxy", "nginx", "nginx-tls", PROXIED, *HTTP2, *GATEWAYS):
        run(os.path.abspath(sys.argv[1]), proxy, int(sys.argv[2]) if len(sys.argv) > 2 else 40)
    print("PASS")


if __name__ == "__main__":
    main()
