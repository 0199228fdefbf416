# SPDX-License-Identifier: Apache-2.0
"""Private servers for the tests of real programs on libevent: started as an
unprivileged user, on free ports of the loopback interface, gone with the test."""
import contextlib, os, shutil, signal, socket, subprocess, sys, tempfile, time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def unprivileged():
    """For Popen: several of these servers refuse to run as root."""
    return {"user": "nobody", "extra_groups": []} if os.getuid() == 0 else {}


@contextlib.contextmanager
def home():
    path = tempfile.mkdtemp(prefix="whodunit-")
    if os.getuid() == 0:
        shutil.chown(path, "nobody")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def recorded(library, libevent, **extra):
    """The environment of a server that runs as under `whodunit record --libevent`."""
    return dict(os.environ, LD_PRELOAD=library, LD_LIBRARY_PATH=libevent + "/lib", WHODUNIT_RUN="1", **extra)


@contextlib.contextmanager
def server(command, port, log, environment=None, stop=signal.SIGTERM):
    """Runs it, waits until its port answers, stops it; a server that dies or hangs is an error."""
    with open(log, "wb") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                   cwd=os.path.dirname(log), **unprivileged())
    try:
        for _ in range(600):
            if process.poll() is not None:
                sys.exit("%s ended with %d:\n%s" % (command[0], process.returncode, open(log, errors="replace").read()))
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        else:
            sys.exit("%s does not answer:\n%s" % (command[0], open(log, errors="replace").read()))
        yield process
        assert process.poll() is None, "%s died: %s" % (command[0], open(log, errors="replace").read())
        process.send_signal(stop)
        process.wait(60)
    finally:
        process.kill()
        process.wait()
