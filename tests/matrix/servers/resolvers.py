# SPDX-License-Identifier: Apache-2.0
"""Name servers."""
from programs import Program, dns, write

ZONE = """\
    $TTL 600
    @ IN SOA ns.example. root.example. 1 3600 600 86400 600
    @ IN NS ns.example.
    ns IN A 127.0.0.1
    www IN A 192.0.2.7
    """


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


def pdns(home, port):
    write(home + "/zone", ZONE)
    conf = write(home + "/named.conf", f'zone "example" {{ type master; file "{home}/zone"; }};\n')
    return Program("pdns", "threads, C++",
                   ["pdns_server", "--config-dir=" + home, "--launch=bind", "--bind-config=" + conf,
                    "--local-address=127.0.0.1", f"--local-port={port}", "--socket-dir=" + home, "--guardian=no",
                    "--daemon=no", "--disable-syslog", "--loglevel=3"], lambda: dns(port, "www.example"))


ALL = [unbound, dnsmasq, named, nsd, knot, pdns]
