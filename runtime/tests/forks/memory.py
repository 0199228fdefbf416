# SPDX-License-Identifier: Apache-2.0
"""What the sampler has written once is in no page that a fork would copy, and in no memory of two processes; and there
are few mappings, each of which a fork copies.

    memory.py LIBRARY
"""
import os, re, subprocess, sys

import recording

HEAD = re.compile(r"[0-9a-f]+-[0-9a-f]+ (\S{4}) \S+ \S+ \S+ *(.*)")
SAYS = "import time; time.sleep(1); print(open('/proc/self/smaps').read())"


def mappings(environment):
    """(permissions, name, anonymous kB) of a program that does nothing."""
    text = subprocess.run(["/usr/bin/python3", "-c", SAYS], env=environment, capture_output=True, text=True).stdout
    found = []
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            found.append([head[1], head[2], 0])
        elif line.startswith("Anonymous:"):
            found[-1][2] = int(line.split()[1])
    return found


with recording.home() as home:
    directory = os.path.join(home, "recording")
    recording.make(directory)
    recorded = mappings(recording.environment(sys.argv[1], directory, "ctimer"))
    plain = mappings({"PATH": os.environ["PATH"]})
names = [m for m in recorded if "whodunit names" in m[1]]
more = sum(m[2] for m in recorded) - sum(m[2] for m in plain)
mapped = len(recorded) - len(plain)
print("names:", names, "anonymous memory:", more, "kB and", mapped, "mappings more than without a recording")
sys.exit(0 if [m[0] for m in names] == ["rw-p"] and names[0][2] == 0 and more < 2000 and mapped < 30 else 1)
