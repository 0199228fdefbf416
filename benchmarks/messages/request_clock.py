# SPDX-License-Identifier: Apache-2.0
"""The truth of request_clock.c: what a server's threads have spent for each client script among others."""
import os, pathlib, struct, subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROW = struct.Struct("Q24s")


def build(directory):
    """The library, made in that directory unless it is there."""
    library = pathlib.Path(directory, "request_clock.so")
    if not library.exists():
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", str(library),
                        str(HERE / "request_clock.c"), "-ldl"], check=True)
    return str(library)


def in_front(library, command):
    """Runs the command with the library in front of what is preloaded otherwise."""
    return ["sh", "-c", 'export LD_PRELOAD="$0${LD_PRELOAD:+:$LD_PRELOAD}"; exec "$@"', library, *command]


def nanos(file):
    """By the first part of the requests' paths."""
    rows = ROW.iter_unpack(pathlib.Path(file).read_bytes())
    return {name.rstrip(b"\0").decode(): spent for spent, name in rows if name[0]}
