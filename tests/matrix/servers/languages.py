# SPDX-License-Identifier: Apache-2.0
"""Servers that are written in an interpreted or managed language, or run what is."""
import os, subprocess

from programs import Program, content, http, talk, write

PYTHON_SERVER = """\
    import http.server, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = str(sum(i * i for i in range(30000))).encode()
            self.send_response(200); self.send_header("Content-Length", str(len(body))); self.end_headers()
            self.wfile.write(body)
        def log_message(self, *unused): pass
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
    Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
    """


def php_fpm(home, port):
    conf = write(home + "/fpm.conf", f"""\
        [global]
        error_log = {home}/error.log
        [www]
        user = www-data
        group = www-data
        listen = 127.0.0.1:{port}
        pm = static
        pm.max_children = 2
        """)
    binary = next(f"/usr/sbin/{n}" for n in sorted(os.listdir("/usr/sbin")) if n.startswith("php-fpm"))
    script = write(home + "/sum.php", "<?php for ($s = 0, $i = 0; $i < 200000; $i++) $s += $i; echo $s;")
    os.chmod(script, 0o644)

    def ask():
        def parameter(name, value):
            return bytes([len(name), len(value)]) + name.encode() + value.encode()
        parameters = parameter("SCRIPT_FILENAME", script) + parameter("REQUEST_METHOD", "GET")
        record = lambda kind, body: bytes([1, kind, 0, 1, len(body) >> 8, len(body) & 255, 0, 0]) + body
        return talk(port, record(1, b"\0\1\0\0\0\0\0\0") + record(4, parameters) + record(4, b"") + record(5, b""))
    return Program("php-fpm", "pre-fork", [binary, "-F", "-n", "-R", "-y", conf], ask)


def gunicorn(home, port):
    write(home + "/app.py", """\
        def app(environ, start):
            start("200 OK", [("Content-Type", "text/plain")])
            return [str(sum(i * i for i in range(30000))).encode()]
        """)
    return Program("gunicorn", "pre-fork, Python",
                   ["/usr/bin/gunicorn", "-w", "2", "-b", f"127.0.0.1:{port}", "--chdir", home, "app:app"],
                   lambda: http(port))


def uwsgi(home, port):
    script = write(home + "/app.py", """\
        def application(environ, start):
            start("200 OK", [("Content-Type", "text/plain")])
            return [str(sum(i * i for i in range(30000))).encode()]
        """)
    return Program("uwsgi", "pre-fork, Python",
                   ["uwsgi_python3", "--http-socket", f"127.0.0.1:{port}", "--wsgi-file", script, "--processes", "2",
                    "--die-on-term", "--disable-logging"], lambda: http(port))


def python_threads(home, port):
    script = write(home + "/server.py", PYTHON_SERVER)
    return Program("python-threads", "a thread for each request", ["/usr/bin/python3", script, str(port)],
                   lambda: http(port))


def erlang(home, port):
    """Its machine runs with its stack pointer in its heap."""
    write(home + "/server.erl", """\
        -module(server).
        -export([start/1]).
        start([Port]) ->
            {ok, L} = gen_tcp:listen(list_to_integer(atom_to_list(Port)),
                                     [binary, {active, false}, {reuseaddr, true}, {ip, {127, 0, 0, 1}}]),
            accept(L).
        accept(L) ->
            {ok, S} = gen_tcp:accept(L),
            P = spawn(fun() -> receive go -> answer(S) end end),
            gen_tcp:controlling_process(S, P),
            P ! go,
            accept(L).
        answer(S) ->
            {ok, _} = gen_tcp:recv(S, 0),
            Body = integer_to_binary(lists:sum([X * X rem 7 || X <- lists:seq(1, 100000)])),
            gen_tcp:send(S, ["HTTP/1.1 200 OK\\r\\nContent-Length: ", integer_to_list(byte_size(Body)),
                             "\\r\\nConnection: close\\r\\n\\r\\n", Body]),
            gen_tcp:close(S).
        """)
    subprocess.run(["erlc", "-o", home, home + "/server.erl"], check=True)
    return Program("erlang", "its own stacks, JIT",
                   ["erl", "-noshell", "-noinput", "-pa", home, "-s", "server", "start", str(port)],
                   lambda: http(port))


def node(home, port):
    script = write(home + "/server.js", f"""\
        require('http').createServer((q, r) => {{
          let s = 0; for (let i = 0; i < 300000; i++) s += i * i % 7;
          r.end(String(s)); }}).listen({port}, '127.0.0.1');
        """)
    return Program("node", "event loop, JIT", ["node", script], lambda: http(port))


def java(home, port):
    script = write(home + "/Server.java", """\
        import com.sun.net.httpserver.*; import java.net.*;
        import java.util.concurrent.*; import java.util.stream.*;
        class Server {
            public static void main(String[] arguments) throws Exception {
                var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0]));
                var server = HttpServer.create(address, 0);
                server.setExecutor(Executors.newFixedThreadPool(4));
                server.createContext("/", exchange -> {
                    var sum = LongStream.range(0, 300000).map(i -> i * i % 7).sum();
                    var body = String.valueOf(sum).getBytes();
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close(); });
                server.start();
            }
        }
        """)
    return Program("java", "threads, JVM",
                   ["java", "-Xms32m", "-Xmx32m", "-XX:+UseSerialGC", script, str(port)],
                   lambda: http(port), ready_s=60)


def webrick(home, port):
    return Program("webrick", "Ruby", ["ruby", "-run", "-e", "httpd", "--", "-p", str(port),
                                       "--bind-address=127.0.0.1", content(home)],
                   lambda: http(port, "/index.html"))


ALL = [php_fpm, gunicorn, uwsgi, python_threads, node, erlang, java, webrick]
