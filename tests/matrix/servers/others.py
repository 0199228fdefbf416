# SPDX-License-Identifier: Apache-2.0
"""Servers of other protocols."""
import os, socket, ssl, subprocess

from programs import Program, free_port, http, output, talk, write


def tor(home, port):
    conf = write(home + "/torrc", f"DataDirectory {home}/d\nControlPort 127.0.0.1:{port}\nSocksPort 0\n"
                                  "DisableNetwork 1\nLog err stderr\n")
    return Program("tor", "event loop", ["tor", "-f", conf, "--defaults-torrc", write(home + "/none", "")],
                   lambda: talk(port, "PROTOCOLINFO\r\n" * 200 + "QUIT\r\n"), ready_s=40)


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


ALL = [tor, stunnel, turnserver, rsyslog, transmission, vsftpd, sshd, ngircd, chronyd]
