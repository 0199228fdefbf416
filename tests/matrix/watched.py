# SPDX-License-Identifier: Apache-2.0
"""What processes use, and what is on the machine, by the kernel's figures."""
import collections, contextlib, os, pathlib, re, statistics

Process = collections.namedtuple("Process", "pid parent session state command")

# What may be added between the second and the last quarter of the time: at least so much, or so much of a hundred.
LIMITS = {"memory_kb": (1024, 4), "shared_kb": (1024, 4), "descriptors": (2, 2), "threads": (2, 2), "mappings": (16, 4),
          "processes": (2, 2)}
# The channels' table (docs/messages.md, "The table") is touched bit by bit, and has 9.6 MiB at most.
SHARED_KB = 12288


def processes():
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            text = pathlib.Path("/proc", pid, "stat").read_text(errors="replace")
            name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            found[int(pid)] = Process(int(pid), int(fields[1]), int(fields[3]), fields[0], name)
    return found


def below(root, among):
    """The process and all that descend from it."""
    tree, more = {root} & set(among), True
    while more:
        more = {p.pid for p in among.values() if p.parent in tree} - tree
        tree |= more
    return tree


def helpers(root, among):
    """The kernel side that was started for a recorded process."""
    for process in among.values():
        with contextlib.suppress(OSError):
            if process.command.startswith("whodunit-kern") and f"--watch\0{root}\0" in command_line(process.pid):
                yield process.pid


def command_line(pid):
    return pathlib.Path("/proc", str(pid), "cmdline").read_text(errors="replace")


def told(process):
    with contextlib.suppress(OSError):
        return "%d %s (of %d, %s)" % (process.pid, command_line(process.pid).replace("\0", " ")[:90] or process.command,
                                      process.parent, process.state)
    return "%d %s" % (process.pid, process.command)


def measure(root):
    """Sums over a server's processes. Memory is what is shared with no file: anonymous, divided among those who share
    it, so that it does not depend on how many others have mapped the same libraries."""
    among = processes()
    tree = below(root, among)
    sums = dict.fromkeys(LIMITS, 0) | {"resident_kb": 0}
    for pid in tree | set(helpers(root, among)):
        with contextlib.suppress(OSError, ValueError):
            here = pathlib.Path("/proc", str(pid))
            rollup = dict(re.findall(r"(\w+): +(\d+) kB", (here / "smaps_rollup").read_text()))
            sums["memory_kb"] += int(rollup["Pss_Anon"])
            sums["shared_kb"] += int(rollup["Pss_Shmem"])
            sums["resident_kb"] += int(rollup["Rss"])
            sums["descriptors"] += len(os.listdir(here / "fd"))
            sums["threads"] += len(os.listdir(here / "task"))
            sums["mappings"] += (here / "maps").read_bytes().count(b"\n")
            sums["processes"] += 1
    return sums


def quarters(series):
    """Medians of the four quarters."""
    n = len(series)
    return [statistics.median(series[n * i // 4:n * (i + 1) // 4]) for i in range(4)]


def grown(recorded, plain):
    """What grew on and on while the same server without the library did not: in words."""
    if min(len(recorded), len(plain)) < 8:
        return
    for what, (least, percent) in LIMITS.items():
        _, second, third, last = quarters([m[what] for m in recorded])
        other = quarters([m[what] for m in plain])
        more = last - second - max(0, other[3] - other[1])
        if what == "shared_kb" and last - other[3] < SHARED_KB:
            continue
        if second <= third <= last and more > max(least, percent / 100 * second):
            yield "%s: %.0f, %.0f, %.0f in the last three quarters; without the library %.0f, %.0f, %.0f" % (
                what, second, third, last, *other[1:])


def ipc():
    """Lines of the tables of shared memory, semaphores and queues, without their heads."""
    lines = []
    for table in ("shm", "sem", "msg"):
        with contextlib.suppress(OSError):
            lines += [table + " " + " ".join(line.split()[:6])
                      for line in pathlib.Path("/proc/sysvipc", table).read_text().splitlines()[1:]]
    return lines


def files(folder, skip=()):
    """The names below a folder with their numbers left out, and how many there are of each."""
    names = collections.Counter()
    for where, _, leaves in os.walk(folder):
        for leaf in leaves:
            path = os.path.join(where, leaf)
            if not path.startswith(tuple(skip)):
                names[re.sub(r"[0-9a-f]*\d[0-9a-f]*", "#", path)] += 1
    return names


def bytes_below(folder):
    total = 0
    for where, _, leaves in os.walk(folder):
        for leaf in leaves:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(where, leaf)).st_size
    return total
