# SPDX-License-Identifier: Apache-2.0
"""The servers of the matrix. Each function prepares one in a folder of its own, on a free port."""
import os, socket, ssl, subprocess

from programs import Program, content, dns, free_port, http, output, talk, write

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
ZONE = """\
    $TTL 600
    @ IN SOA ns.example. root.example. 1 3600 600 86400 600
    @ IN NS ns.example.
    ns IN A 127.0.0.1
    www IN A 192.0.2.7
    """


def nginx(home, port, workers=1, daemon="off"):
    conf = write(home + "/nginx.conf", f"""\
        user www-data; worker_processes {workers}; daemon {daemon}; pid {home}/pid; error_log {home}/error.log;
        events {{ worker_connections 256; }}
        http {{ access_log off; gzip on; gzip_types *; gzip_comp_level 6; client_body_temp_path {home}/1;
          proxy_temp_path {home}/2; fastcgi_temp_path {home}/3; uwsgi_temp_path {home}/4; scgi_temp_path {home}/5;
          server {{ listen 127.0.0.1:{port}; root {content(home)}; }} }}
        """)
    return Program("nginx" + (f"-{workers}" if workers > 1 else ""), "event loop", ["nginx", "-p", home, "-c", conf],
                   lambda: http(port, headers="Accept-Encoding: gzip\r\n"), "QUIT")


def nginx_workers(home, port):
    return nginx(home, port, 3)


def redis(home, port):
    return Program("redis", "event loop", ["redis-server", "--port", str(port), "--save", "", "--dir", home,
                                           "--loglevel", "warning"],
                   lambda: talk(port, "EVAL 'local s=0; for i=1,20000 do s=s+i end; return s' 0\r\n", end=b"\r\n"))


def memcached(home, port):
    return Program("memcached", "threads", ["memcached", "-u", "nobody", "-l", "127.0.0.1", "-p", str(port)],
                   lambda: talk(port, "set k 0 0 3\r\nabc\r\n" + "get k\r\n" * 500 + "quit\r\n"))


def haproxy(home, port):
    conf = write(home + "/haproxy.cfg", f"""\
        defaults
          mode http
          timeout client 5s
          timeout connect 5s
          timeout server 5s
        frontend f
          bind 127.0.0.1:{port}
          http-request return status 200 content-type text/plain string "hello"
        """)
    return Program("haproxy", "threads", ["haproxy", "-db", "-f", conf], lambda: http(port))


def lighttpd(home, port):
    conf = write(home + "/lighttpd.conf", f"""\
        server.document-root = "{content(home)}"
        server.bind = "127.0.0.1"
        server.port = {port}
        index-file.names = ("index.html")
        """)
    return Program("lighttpd", "event loop", ["lighttpd", "-D", "-f", conf], lambda: http(port))


def apache(home, port, mpm):
    modules = "/usr/lib/apache2/modules"
    loads = "\n".join(f"LoadModule {m}_module {modules}/mod_{m}.so"
                      for m in ("mpm_" + mpm, "authz_core", "dir", "mime", "filter", "deflate"))
    conf = write(home + "/apache.conf", f"""\
{loads}
ServerRoot {home}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {home}/apache.pid
ErrorLog {home}/error.log
StartServers 2
MaxRequestWorkers 50
User www-data
Group www-data
TypesConfig /etc/mime.types
DocumentRoot {content(home)}
DirectoryIndex index.html
SetOutputFilter DEFLATE
""")
    return Program("apache-" + mpm, "pre-fork", ["apache2", "-D", "FOREGROUND", "-f", conf],
                   lambda: http(port, headers="Accept-Encoding: gzip\r\n"))


def apache_prefork(home, port):
    return apache(home, port, "prefork")


def apache_event(home, port):
    return apache(home, port, "event")


def apache_worker(home, port):
    return apache(home, port, "worker")


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


def unbound(home, port):
    conf = write(home + "/unbound.conf", f"""\
        server:
          interface: 127.0.0.1
          port: {port}
          username: ""
          chroot: ""
          directory: "{home}"
          pidfile: ""
          num-threads: 2
          use-syslog: no
          local-data: "www.example. A 192.0.2.7"
        remote-control:
          control-enable: no
        """)
    return Program("unbound", "threads that block all signals", ["unbound", "-d", "-c", conf],
                   lambda: dns(port, "www.example"))


def dnsmasq(home, port):
    return Program("dnsmasq", "event loop", ["dnsmasq", "-k", "-C", "/dev/null", "-p", str(port), "--user=nobody",
                                             "--listen-address=127.0.0.1", "--bind-interfaces", "--no-resolv",
                                             "--address=/www.example/192.0.2.7", "--log-facility=-"],
                   lambda: dns(port, "www.example"))


def named(home, port):
    write(home + "/zone", ZONE)
    conf = write(home + "/named.conf", f"""\
        options {{ directory "{home}"; listen-on port {port} {{ 127.0.0.1; }}; listen-on-v6 {{ none; }};
          pid-file none; recursion no; session-keyfile none; dnssec-validation no; }};
        controls {{ }};
        zone "example" {{ type master; file "{home}/zone"; }};
        """)
    return Program("named", "threads", ["named", "-f", "-c", conf], lambda: dns(port, "www.example"))


def nsd(home, port):
    write(home + "/zone", ZONE)
    conf = write(home + "/nsd.conf", f"""\
        server:
          ip-address: 127.0.0.1@{port}
          username: ""
          zonesdir: "{home}"
          database: ""
          pidfile: "{home}/nsd.pid"
          xfrdfile: "{home}/xfrd"
          xfrdir: "{home}"
          zonelistfile: "{home}/list"
          rrl-ratelimit: 0
          logfile: "{home}/log"
        remote-control:
          control-enable: no
        zone:
          name: "example"
          zonefile: "zone"
        """)
    return Program("nsd", "pre-fork", ["nsd", "-d", "-c", conf], lambda: dns(port, "www.example"))


def knot(home, port):
    write(home + "/zone", ZONE)
    conf = write(home + "/knot.conf", f"""\
        server:
            rundir: {home}
            listen: 127.0.0.1@{port}
        database:
            storage: {home}
        zone:
          - domain: example
            file: {home}/zone
        """)
    return Program("knot", "threads", ["knotd", "-c", conf], lambda: dns(port, "www.example"))


def squid(home, port):
    os.chmod(home, 0o777)
    conf = write(home + "/squid.conf", f"""\
        cache_effective_user proxy
        http_port 127.0.0.1:{port}
        http_access allow all
        pid_filename {home}/squid.pid
        cache_log {home}/cache.log
        access_log none
        coredump_dir {home}
        netdb_filename none
        pinger_enable off
        memory_cache_shared off
        collapsed_forwarding off
        visible_hostname localhost
        shutdown_lifetime 1 seconds
        """)
    return Program("squid", "event loop, C++", ["squid", "-N", "-f", conf],
                   lambda: talk(port, "GET http://127.0.0.1:1/ HTTP/1.0\r\n\r\n")[:20], ready_s=40)


def tor(home, port):
    conf = write(home + "/torrc", f"DataDirectory {home}/d\nControlPort 127.0.0.1:{port}\nSocksPort 0\n"
                                  "DisableNetwork 1\nLog err stderr\n")
    return Program("tor", "event loop", ["tor", "-f", conf, "--defaults-torrc", write(home + "/none", "")],
                   lambda: talk(port, "PROTOCOLINFO\r\n" * 200 + "QUIT\r\n"), ready_s=40)


def mosquitto(home, port):
    conf = write(home + "/m.conf", f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    return Program("mosquitto", "event loop", ["mosquitto", "-c", conf],
                   lambda: talk(port, b"\x10\x0e\0\4MQTT\4\2\0\x3c\0\2ab" + b"\xc0\0" * 300 + b"\xe0\0"))


def beanstalkd(home, port):
    return Program("beanstalkd", "event loop", ["beanstalkd", "-l", "127.0.0.1", "-p", str(port)],
                   lambda: talk(port, "use a\r\n" * 300 + "quit\r\n"))


def stunnel(home, port):
    key = home + "/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", key + ".crt",
                    "-subj", "/CN=localhost", "-days", "2"], check=True, stderr=subprocess.DEVNULL)
    conf = write(home + "/stunnel.conf", f"""\
        foreground = yes
        syslog = no
        debug = 1
        [echo]
        accept = 127.0.0.1:{port}
        exec = /bin/cat
        execArgs = cat
        key = {key}
        cert = {key}.crt
        """)
    return Program("stunnel", "threads that fork and exec", ["stunnel4", conf],
                   lambda: echo_over_tls(port))


def echo_over_tls(port):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), timeout=10) as s, context.wrap_socket(s) as tls:
        tls.sendall(b"hi\n")
        return tls.recv(3)


def turnserver(home, port):
    command = ["turnserver", "-n", "-p", str(port), "-L", "127.0.0.1", "--no-tls", "--no-dtls", "--no-cli", "--user",
               "a:b", "--realm", "r", "--log-file", home + "/log", "--pidfile", home + "/pid", "--db", home + "/db"]
    return Program("coturn", "threads", command,
                   lambda: talk(port, b"\0\1\0\0\x21\x12\xa4\x42" + b"a" * 12, most=20)[:8])


def rsyslog(home, port):
    conf = write(home + "/rsyslog.conf", f"""\
        module(load="imtcp")
        input(type="imtcp" port="{port}" address="127.0.0.1")
        *.* action(type="omfile" file="{home}/out")
        """)
    return Program("rsyslog", "threads that block all signals", ["rsyslogd", "-n", "-f", conf, "-i", home + "/pid"],
                   lambda: talk_only(port, "<13>Jan  1 00:00:00 h a: hello\n" * 2000))


def talk_only(port, text):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as s:
        s.sendall(text.encode())
    return b""


def tinyproxy(home, port):
    conf = write(home + "/t.conf", f"Port {port}\nListen 127.0.0.1\nMaxClients 20\nLogLevel Critical\n"
                                   f"PidFile \"{home}/pid\"\n")
    return Program("tinyproxy", "threads", ["tinyproxy", "-d", "-c", conf],
                   lambda: talk(port, "GET http://127.0.0.1:1/ HTTP/1.0\r\n\r\n")[:12])


def transmission(home, port):
    return Program("transmission", "threads", ["transmission-daemon", "-f", "-g", home + "/d", "-p", str(port), "-r",
                                               "127.0.0.1", "--no-portmap", "--no-dht", "--no-lpd", "-P",
                                               str(free_port()), "-T"],
                   lambda: http(port, "/transmission/rpc")[:3])


def vsftpd(home, port):
    conf = write(home + "/vsftpd.conf", f"listen=YES\nlisten_address=127.0.0.1\nlisten_port={port}\nbackground=NO\n"
                                        f"anonymous_enable=YES\nsecure_chroot_dir={home}\nanon_root={home}\n"
                                        "seccomp_sandbox=YES\n")
    return Program("vsftpd", "a process for each connection, sandboxed", ["vsftpd", conf],
                   lambda: talk(port, "USER anonymous\r\nPASS a\r\nSYST\r\nQUIT\r\n"))


def sshd(home, port):
    key = home + "/key"
    subprocess.run(["ssh-keygen", "-q", "-N", "", "-f", key], check=True)
    conf = write(home + "/sshd.conf", f"Port {port}\nListenAddress 127.0.0.1\nHostKey {key}\nPidFile none\n"
                                      "UsePAM no\n")
    os.makedirs("/run/sshd", exist_ok=True)
    def ask():
        keys = output("ssh-keyscan", "-t", "rsa", "-p", str(port), "127.0.0.1")
        return b"ssh-rsa" if b" ssh-rsa " in keys else b""
    return Program("sshd", "a process for each connection, sandboxed", ["/usr/sbin/sshd", "-D", "-e", "-f", conf], ask)


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


def caddy(home, port):
    conf = write(home + "/Caddyfile", f"""\
        {{
          admin off
          auto_https off
        }}
        http://127.0.0.1:{port} {{
          root * {content(home)}
          encode gzip
          file_server
        }}
        """)
    return Program("caddy", "Go", ["caddy", "run", "--adapter", "caddyfile", "--config", conf],
                   lambda: http(port)[:1000],
                   environment={"HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home})


def busybox_httpd(home, port):
    return Program("busybox-httpd", "static", ["/bin/busybox", "httpd", "-f", "-p", f"127.0.0.1:{port}", "-h",
                                               content(home)], lambda: http(port),
                   unseen="statically linked")


def gearmand(home, port):
    return Program("gearmand", "threads, C++", ["gearmand", "-L", "127.0.0.1", "-p", str(port), "-l", home + "/log",
                                                "-P", home + "/pid"],
                   lambda: talk(port, "version\n", end=b"\n"))


def icecast(home, port):
    conf = write(home + "/icecast.xml", f"""\
        <icecast><limits><clients>50</clients><sources>2</sources></limits><hostname>localhost</hostname>
        <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
        <paths><logdir>{home}</logdir><webroot>{content(home)}</webroot><adminroot>{home}</adminroot></paths>
        <logging><accesslog>a</accesslog><errorlog>e</errorlog><loglevel>1</loglevel></logging>
        <authentication><admin-user>a</admin-user><admin-password>b</admin-password>
        <source-password>c</source-password></authentication>
        <security><chroot>0</chroot><changeowner><user>nobody</user><group>nogroup</group></changeowner></security>
        </icecast>
        """)
    os.chmod(home, 0o777)
    return Program("icecast", "threads", ["icecast2", "-c", conf], lambda: http(port, "/index.html"))


def ngircd(home, port):
    conf = write(home + "/ngircd.conf", f"""\
        [Global]
        Name = irc.example.net
        Listen = 127.0.0.1
        Ports = {port}
        ServerUID = nobody
        ServerGID = nogroup
        [Options]
        DNS = no
        Ident = no
        PAM = no
        """)
    return Program("ngircd", "event loop", ["ngircd", "-n", "-f", conf],
                   lambda: talk(port, "NICK a\r\nUSER a a a a\r\nQUIT\r\n")[:20])


def chronyd(home, port):
    conf = write(home + "/chrony.conf", f"port {port}\nlocal stratum 5\nallow 127.0.0.1\nbindaddress 127.0.0.1\n"
                                        f"cmdport 0\nbindcmdaddress /\npidfile {home}/pid\ndriftfile {home}/drift\n")

    def ask():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.settimeout(1)
            s.sendto(b"\x23" + b"\0" * 47, ("127.0.0.1", port))
            return s.recv(100)[:1]
    return Program("chronyd", "event loop, sandboxed", ["chronyd", "-x", "-d", "-F", "1", "-u", "root", "-f", conf],
                   ask)


def varnish(home, port):
    vcl = write(home + "/v.vcl", 'vcl 4.1;\nbackend default none;\nsub vcl_recv { return (synth(200, "ok")); }\n')
    return Program("varnish", "threads that a parent watches",
                   ["varnishd", "-F", "-n", home + "/v", "-a", f"127.0.0.1:{port}", "-f", vcl, "-j", "none"],
                   lambda: http(port)[:3], ready_s=60)


def debuginfod(home, port):
    return Program("debuginfod", "threads, C++",
                   ["debuginfod", "-p", str(port), "-d", home + "/db", "-F", "-I", "/nothing$", content(home)],
                   lambda: http(port, "/buildid/" + "0" * 40 + "/debuginfo")[:3],
                   sometimes="fts traversed")


ALL = [nginx, nginx_workers, redis, memcached, haproxy, lighttpd, apache_prefork, apache_event, apache_worker, php_fpm,
       gunicorn, uwsgi, python_threads, node, erlang, java, webrick, mariadb, postgres, unbound, dnsmasq, named, nsd,
       knot, squid, tor, mosquitto, beanstalkd, stunnel, turnserver, rsyslog, tinyproxy, transmission, vsftpd, sshd,
       slapd, caddy, busybox_httpd, gearmand, icecast, ngircd, chronyd, varnish, debuginfod]
