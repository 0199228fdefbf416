# SPDX-License-Identifier: Apache-2.0
"""The files of libwhodunit.so, and their folders, use each other in one direction only: no circle.

    arrows.py SOURCE_DIRECTORY... -- OBJECT...

An arrow leads from a file to those that it includes and to those that define a symbol which its object does not
define. x.c and x.h are one file. A symbol that the library exports is libc's to everybody else: that `close` inside
the library is the library's own `close` is an arrow like any other. A folder is one directly in SOURCE_DIRECTORY, with
what is below it; a file that lies there itself stands for itself. Fails, and names the files, where a circle is.
"""
import os
import re
import subprocess
import sys

# arrows that make circles of folders, and why they stay
EXCEPTIONS = {
    ("recording/flusher", "wrap/threads"): "the sampler puts its own pthread_create in the place of our import, so that"
                                           " it cannot be looked up instead",
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def base(path):
    return os.path.splitext(path)[0]


def files(directories):
    """The sources below the directories, and by which names they are included."""
    found = {}
    for directory in directories:
        for folder, _, names in os.walk(directory):
            for name in names:
                if name.endswith((".c", ".h", ".S")):
                    path = os.path.join(folder, name)
                    found[path] = (directory, os.path.relpath(path, directory))
    return found


def include_arrows(sources, directories):
    for path in sources:
        with open(path, encoding="utf-8") as file:
            for included in INCLUDE.findall(file.read()):
                for folder in [os.path.dirname(path), *directories]:
                    target = os.path.normpath(os.path.join(folder, included))
                    if target in sources:
                        yield base(path), base(target), f'#include "{included}"'
                        break


def symbols(objects):
    """(object, kind, name): what `nm` says of each."""
    text = subprocess.run(["nm", "--print-file-name", "--format=posix", *objects], check=True, capture_output=True,
                          text=True).stdout
    for line in text.splitlines():
        file, rest = line.split(": ", 1)
        name, kind = rest.split(" ")[:2]
        yield file, kind, name


def link_arrows(objects, sources):
    source_of = {}
    for path in objects:
        # CMake names an object after its source: …/src/recording/x.c.o, …/__/jvm-agent/native/x.c.o
        matching = [s for s in sources if path.endswith("/" + "/".join(s.split("/")[-2:]) + ".o")]
        if len(matching) == 1:
            source_of[path] = matching[0]
        elif matching or not path.endswith(".pb.c.o"):  # that one is generated
            sys.exit(f"{path} is the object of {matching or 'no source'}")
    defined, used = {}, []
    for path, kind, name in symbols(list(source_of)):
        if kind == "U":
            used.append((path, name))
        elif kind.isupper():
            defined[name] = path
    for path, name in used:
        if name in defined:
            yield base(source_of[path]), base(source_of[defined[name]]), name


def circles(arrows):
    """The strongly connected components of more than one file (Tarjan)."""
    graph = {}
    for a, b, _ in arrows:
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set())
    number, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        on_stack.add(node)
        for to in sorted(graph[node]):
            if to not in number:
                visit(to)
                low[node] = min(low[node], low[to])
            elif to in on_stack:
                low[node] = min(low[node], number[to])
        if low[node] == number[node]:
            component = []
            while not component or component[-1] != node:
                component.append(stack.pop())
                on_stack.discard(component[-1])
            if len(component) > 1:
                found.append(sorted(component))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def folder(file, directories):
    """The file's folder, or the file where it is in none."""
    for directory in directories:
        if file.startswith(directory + "/"):
            return directory + "/" + file[len(directory) + 1:].split("/")[0]
    return file


def tell(arrows, place_of, what, common):
    """Prints the circles of places, with the arrows between files that make them; whether there is one."""
    between = {(place_of(a), place_of(b), why) for a, b, why in arrows if place_of(a) != place_of(b)}
    found = circles(between)
    for component in found:
        print(f"a circle of {len(component)} {what}:")
        for a, b, why in sorted(arrows):
            if place_of(a) != place_of(b) and place_of(a) in component and place_of(b) in component:
                print(f"  {a.removeprefix(common)} -> {b.removeprefix(common)}  by {why}")
    return bool(found)


def main():
    at = sys.argv.index("--")
    directories = [os.path.normpath(d) for d in sys.argv[1:at]]
    objects = [o for argument in sys.argv[at + 1:] for o in argument.split(";")]
    sources = files(directories)
    linked = {(a, b, why) for a, b, why in link_arrows(objects, sources) if a != b}
    arrows = linked | {(a, b, why) for a, b, why in include_arrows(sources, directories) if a != b}
    if not linked:
        sys.exit("no arrow between objects was found: are these the objects of the sources?")
    common = os.path.commonpath(directories) + "/"

    def name(file):
        return next(file[len(d) + 1:] for d in directories if file.startswith(d + "/"))

    has_circle = tell(arrows, lambda file: file, "files", common)
    excepted = {arrow for arrow in arrows if (name(arrow[0]), name(arrow[1])) in EXCEPTIONS}
    has_circle |= tell(arrows - excepted, lambda file: folder(file, directories), "folders", common)
    if len({arrow[:2] for arrow in excepted}) != len(EXCEPTIONS):
        sys.exit("an exception stands for no arrow any more")
    if has_circle:
        sys.exit(1)
    print(f"{len(arrows)} arrows between {len({base(s) for s in sources})} files, no circle, nor between folders")


main()
