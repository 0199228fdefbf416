# SPDX-License-Identifier: Apache-2.0
"""Web servers and proxies."""
import os

from programs import Program, content, http, talk, write


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
    return Program("lighttpd", "event loop", ["lighttpd", "-D", "-f", conf], lambda: http(port),
                   stop="INT")  # at SIGTERM its status is 1 where a connection is open


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


def tinyproxy(home, port):
    conf = write(home + "/t.conf", f"Port {port}\nListen 127.0.0.1\nMaxClients 20\nLogLevel Critical\n"
                                   f"PidFile \"{home}/pid\"\n")
    return Program("tinyproxy", "threads", ["tinyproxy", "-d", "-c", conf],
                   lambda: talk(port, "GET http://127.0.0.1:1/ HTTP/1.0\r\n\r\n")[:12])


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


def varnish(home, port):
    vcl = write(home + "/v.vcl", 'vcl 4.1;\nbackend default none;\nsub vcl_recv { return (synth(200, "ok")); }\n')
    return Program("varnish", "threads that a parent watches",
                   ["varnishd", "-F", "-n", home + "/v", "-a", f"127.0.0.1:{port}", "-f", vcl, "-j", "none"],
                   lambda: http(port)[:3], ready_s=60)


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


def debuginfod(home, port):
    return Program("debuginfod", "threads, C++",
                   ["debuginfod", "-p", str(port), "-d", home + "/db", "-F", "-I", "/nothing$", content(home)],
                   lambda: http(port, "/buildid/" + "0" * 40 + "/debuginfo")[:3],
                   sometimes="fts traversed")


ALL = [nginx, nginx_workers, haproxy, lighttpd, apache_prefork, apache_event, apache_worker, squid, tinyproxy, caddy,
       busybox_httpd, icecast, varnish, debuginfod]
