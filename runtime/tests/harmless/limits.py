# SPDX-License-Identifier: Apache-2.0
"""A host with few descriptors is recorded on, and its log stays its log, whatever is told in it.
Arguments: libwhodunit.so, limits_host."""
import concurrent.futures, os, subprocess, sys
import hosts, jfr


def run(library, host, directory, descriptors, files):
    """The log's lines, and how many were written."""
    log = directory + ".log"
    environment = dict(os.environ, LD_PRELOAD=library, WHODUNIT_RUN="1", WHODUNIT_DIR=directory, WHODUNIT_ROTATE="1s")
    with open(log, "wb") as err:
        process = subprocess.run([host, str(descriptors), directory, str(files)], env=environment, stderr=err,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60)
    return open(log).read().splitlines(), int(process.stdout)


def is_whole(lines, written):
    own = [line for line in lines if not line.startswith("whodunit: ")]
    return own == ["line %06d of the log" % n for n in range(written)]


with hosts.Checks(sys.argv[1]) as checks, concurrent.futures.ThreadPoolExecutor() as together:
    def begin(name, descriptors, files):
        """A host, which waits most of its time; its directory, and what becomes of it."""
        directory = os.path.join(checks.directory, name)
        return directory, together.submit(run, checks.library, sys.argv[2], directory, descriptors, files)

    recorded = {descriptors: begin(str(descriptors), descriptors, 4) for descriptors in [4, 5, 1024]}
    gone = [begin("gone %d" % descriptors, descriptors, 0) for descriptors in [4, 1024]]
    for descriptors, (directory, host) in recorded.items():
        lines, written = host.result()
        samples, cut = jfr.recorded(directory)
        checks.check("%d descriptors: several files, and nothing told" % descriptors,
                     len(jfr.files(directory)) >= 4 and not cut and len(lines) == written, "\n".join(lines[-3:]))
        checks.check("%d descriptors: the log is whole" % descriptors, is_whole(lines, written))
    for _, host in gone:
        lines, written = host.result()
        told = [line for line in lines if line.startswith("whodunit: ")]
        checks.check("the directory was removed: told as that, once", len(told) == 1 and "was removed" in told[0],
                     "\n".join(told))
        checks.check("the directory was removed: the log is whole", is_whole(lines, written), "\n".join(lines))
