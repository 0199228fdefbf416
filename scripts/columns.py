# SPDX-License-Identifier: Apache-2.0
"""Names every line over 120 columns in the files given: NUL-separated on standard input."""

import sys

MOST = 120


def too_long(path):
    """Pairs of line number and length, in characters. Rows of Markdown tables cannot be broken."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            length = len(line.rstrip("\n"))
            if length > MOST and not (path.endswith(".md") and line.startswith("|")):
                yield number, length


def main():
    found = False
    for path in filter(None, sys.stdin.read().split("\0")):
        for number, length in too_long(path):
            print(f"{path}:{number}: {length} columns, {MOST} are the most", file=sys.stderr)
            found = True
    return found


sys.exit(main())
