# SPDX-License-Identifier: Apache-2.0
"""Servers of mail, chat and printing."""
import os, re, socket, subprocess

from programs import Program, http, talk, write

# Masters that give their programs an environment of its own are told what is in it.
PASSED_ON = ["LD_PRELOAD", "WHODUNIT_RUN", "WHODUNIT_DIR", "WHODUNIT_TIER", "WHODUNIT_LIMITS"]


def session(port, *lines):
    """Sends each line when the answer to the one before is there; the last lines of the answers, without numbers."""
    answers = []
    with socket.create_connection(("127.0.0.1", port), timeout=10) as s, s.makefile("rwb") as stream:
        def answer(ends):
            line = stream.readline()
            while line and not ends(line):
                line = stream.readline()
            answers.append(re.sub(rb"\S*\d\S*|\([^)]*\)", b"#", line))
        answer(lambda line: True)
        for line, ends in lines:
            stream.write(line.encode() + b"\r\n")
            stream.flush()
            answer(ends)
    return b"".join(answers)


def smtp(port, to):
    last = lambda line: line[3:4] == b" "
    commands = ["EHLO localhost", "MAIL FROM:<a@example.net>", f"RCPT TO:<{to}>", "DATA",
                "Subject: a\r\n\r\n" + "some words in a line\r\n" * 2000 + ".", "QUIT"]
    return session(port, *((c, last) for c in commands))


def postfix(home, port):
    spool = home + "/spool"
    os.makedirs(home + "/data")
    subprocess.run(["chown", "postfix", home + "/data"], check=True)
    for name in ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "maildrop", "pid",
                 "private", "public", "saved", "trace"):
        os.makedirs(f"{spool}/{name}")
        if name != "pid":
            subprocess.run(["chown", "postfix", f"{spool}/{name}"], check=True)
    os.makedirs(home + "/conf")
    write(home + "/conf/main.cf", f"""\
        compatibility_level = 3.6
        queue_directory = {spool}
        data_directory = {home}/data
        daemon_directory = /usr/lib/postfix/sbin
        inet_interfaces = 127.0.0.1
        inet_protocols = ipv4
        myhostname = mail.example
        mydestination = mail.example
        mynetworks = 127.0.0.0/8
        local_transport = discard
        local_recipient_maps =
        alias_maps =
        alias_database =
        maillog_file = /dev/stdout
        maillog_file_prefixes = /dev
        import_environment = MAIL_CONFIG TZ LANG=C {" ".join(PASSED_ON)}
        """)
    lines = [f"127.0.0.1:{port} inet n - n - - smtpd"]
    lines += [f"{name} unix {private} - n {wakes} {most} {program}" for name, private, wakes, most, program in [
        ("pickup", "n", 60, 1, "pickup"), ("cleanup", "n", "-", 0, "cleanup"), ("qmgr", "n", 300, 1, "qmgr"),
        ("rewrite", "-", "-", "-", "trivial-rewrite"), ("bounce", "-", "-", 0, "bounce"),
        ("defer", "-", "-", 0, "bounce"), ("trace", "-", "-", 0, "bounce"), ("discard", "-", "-", "-", "discard"),
        ("proxymap", "-", "-", "-", "proxymap"), ("anvil", "-", "-", 1, "anvil"), ("local", "-", "-", "-", "local"),
        ("error", "-", "-", "-", "error"), ("postlog", "n", "-", 1, "postlogd")]]
    lines[-1] = lines[-1].replace("unix", "unix-dgram")
    write(home + "/conf/master.cf", "\n".join(lines) + "\n")
    return Program("postfix", "a master that starts programs",
                   ["/usr/lib/postfix/sbin/master", "-c", home + "/conf", "-d"],
                   lambda: smtp(port, "b@mail.example"), environment={"MAIL_CONFIG": home + "/conf"},
                   sometimes="connect from|client=|message-id=|from=|to=|removed$|statistics:")


def dovecot(home, port):
    mail = home + "/mail"
    for name in ("cur", "new", "tmp"):
        os.makedirs(f"{mail}/{name}")
    for i in range(200):
        write(f"{mail}/cur/{i}.a:2,S", f"From: a\nSubject: {i}\n\n" + "some words in a line\n" * 50)
    subprocess.run(["chown", "-R", "www-data:www-data", mail], check=True)
    conf = write(home + "/dovecot.conf", f"""\
        base_dir = {home}/run
        protocols = imap
        ssl = no
        disable_plaintext_auth = no
        log_path = /dev/stderr
        first_valid_uid = 1
        mail_location = maildir:{mail}
        import_environment = TZ {" ".join(PASSED_ON)}
        service imap-login {{
          inet_listener imap {{
            address = 127.0.0.1
            port = {port}
          }}
          inet_listener imaps {{
            port = 0
          }}
        }}
        passdb {{
          driver = static
          args = password=secret
        }}
        userdb {{
          driver = static
          args = uid=www-data gid=www-data home={home}
        }}
        """)
    commands = ["login a secret", "select inbox", "search text words", "fetch 1:* (flags body.peek[header])", "logout"]

    def ask():
        return session(port, *((f"{i} {c}", lambda line, i=i: line.startswith(b"%d " % i))
                               for i, c in enumerate(commands)))
    return Program("dovecot", "a master that starts programs, chroot", ["dovecot", "-F", "-c", conf], ask,
                   sometimes="Info: Login|Info: Disconnected: Logged out|whodunit: ")


def cups(home, port):
    for name in ("cache", "log", "spool", "state", "conf", "docs", "tmp"):
        os.makedirs(f"{home}/{name}")
    write(home + "/docs/index.html", "some words")
    files = write(home + "/cups-files.conf", f"""\
        SystemGroup root
        CacheDir {home}/cache
        StateDir {home}/state
        RequestRoot {home}/spool
        ServerRoot {home}/conf
        DocumentRoot {home}/docs
        TempDir {home}/tmp
        ErrorLog stderr
        AccessLog {home}/log/access
        PageLog {home}/log/page
        """)
    conf = write(home + "/cupsd.conf", f"""\
        LogLevel none
        Listen 127.0.0.1:{port}
        Browsing No
        DefaultAuthType None
        WebInterface Yes
        MaxClients 100
        <Location />
          Order allow,deny
          Allow all
        </Location>
        """)
    return Program("cups", "event loop", ["cupsd", "-f", "-c", conf, "-s", files],
                   lambda: b"".join(http(port, "/index.html") for _ in range(20)))


def prosody(home, port):
    os.chmod(home, 0o777)
    conf = write(home + "/prosody.cfg.lua", f"""\
        data_path = "{home}"
        pidfile = "{home}/pid"
        interfaces = {{ "127.0.0.1" }}
        c2s_ports = {{ {port} }}
        s2s_ports = {{ }}
        modules_enabled = {{ "roster", "saslauth", "disco", "ping" }}
        modules_disabled = {{ "s2s", "tls" }}
        log = {{ error = "*console" }}
        authentication = "internal_plain"
        allow_unencrypted_plain_auth = true
        c2s_require_encryption = false
        VirtualHost "example"
        """)
    stream = ("<stream:stream to='example' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
              "version='1.0'>")

    def ask():  # attributes come in any order
        answer = talk(port, stream, end=b"</stream:features>")
        return b" ".join(sorted(re.sub(rb"id='[^']*'", b"", answer).replace(b">", b" ").split()))
    return Program("prosody", "event loop, Lua",
                   ["setpriv", "--reuid=prosody", "--regid=prosody", "--clear-groups", "/usr/bin/prosody", "-F",
                    "--config", conf], ask)


ALL = [postfix, dovecot, cups, prosody]
