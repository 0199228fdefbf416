# SPDX-License-Identifier: Apache-2.0
"""A program whose recording finds the disk filled runs on; what was recorded is kept, and says that it is not all. In a
namespace of its own, for a small disk. Arguments: libwhodunit.so."""
import glob, os, subprocess, sys, tempfile, time
import hosts

PATIENCE_S = 60
WORK = "import os, sys\nwhile not os.path.exists(sys.argv[1]): sum(range(10000))\nprint('done')"


def wait_for(what):
    until = time.monotonic() + PATIENCE_S
    while not what() and time.monotonic() < until:
        time.sleep(0.05)
    return what()


def fill(path, left):
    """Until so many bytes are free, at most."""
    with open(path, "wb", buffering=0) as file:
        try:
            while os.statvfs(path).f_bavail * os.statvfs(path).f_bsize > left:
                file.write(bytes(1 << 18))
        except OSError:
            pass


def record(checks, library, name, left):
    disk = tempfile.mkdtemp(dir=checks.directory)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", disk], check=True)
    recording, stop = disk + "/recording", checks.directory + "/stop-" + name
    os.mkdir(recording)
    environment = {**os.environ, "LD_PRELOAD": library, "WHODUNIT_RUN": "1", "WHODUNIT_DIR": recording,
                   "WHODUNIT_INTERVAL": "4ms", "WHODUNIT_ROTATE": "1s"}
    said = checks.directory + "/said-" + name
    with open(said, "a") as err:
        host = subprocess.Popen([sys.executable, "-c", WORK, stop], env=environment, stdout=subprocess.PIPE,
                                stderr=err, text=True)
    finished = lambda: glob.glob(recording + "/*.jfr")
    checks.check(name + ": a file is finished", wait_for(finished))
    before = set(finished())
    fill(disk + "/fill", left)
    told = wait_for(lambda: open(said).read())
    open(stop, "w").close()
    out, _ = host.communicate(timeout=PATIENCE_S)
    checks.check(name + ": the program runs on", (out, host.returncode) == ("done\n", 0), (out, host.returncode))
    checks.check(name + ": it is told once", told.count("runs on unrecorded") == 1, told)
    checks.check(name + ": what was recorded is kept", before and before <= set(finished()), finished())
    return finished()


def main(library):
    with hosts.Checks(library) as checks:
        files = record(checks, library, "nearly", 8 << 20)
        says = [f for f in files if b"recording.ended" in open(f, "rb").read()]
        checks.check("nearly: the recording says so", says, files)
        record(checks, library, "wholly", 0)


if os.environ.get("WD_OWN_NAMESPACE"):
    main(sys.argv[1])
elif subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], stderr=subprocess.DEVNULL).returncode:
    print("no mount in a namespace of its own")
    sys.exit(77)
else:
    os.environ["WD_OWN_NAMESPACE"] = "1"
    os.execvp("unshare", ["unshare", "-rm", sys.executable, *sys.argv])
