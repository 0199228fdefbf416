# SPDX-License-Identifier: Apache-2.0
"""Libraries that are opened by their paths: as without us, and only for one that is new are all looked at.
Arguments: libwhodunit.so, opening_host, the libraries that it opens."""
import os, pathlib, sys
import hosts

with hosts.Checks(sys.argv[1]) as checks:
    reads = os.path.join(checks.directory, "reads")
    checks.compare("opened by paths", [*sys.argv[2:], reads])
    told = pathlib.Path(reads).read_text().splitlines()
    checks.check("all libraries are looked at once for a new one, and else not",
                 told == ["new, with another: 1", "there already: 0", "new: 1", "not there: 0", "new again: 1"], told)
