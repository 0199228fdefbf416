# SPDX-License-Identifier: Apache-2.0
"""A program gets the implementation of a libc function that it would have without us: the new one, the old one, which
programs from before have by a version, and libraries that name no version as well; and no function that we stand in
front of has an implementation whose version we do not have. Behind the lock functions for flows are those that measure
waits.
Arguments: libwhodunit.so, libwhodunit-flows.so, the three hosts."""
import os, re, subprocess, sys
import hosts

LIBRARY, FLOWS, *HOSTS = sys.argv[1:]
PRELOADED = {"default": {}, "flows": {"WHODUNIT_FLOWS": "on", "LD_PRELOAD": FLOWS + ":" + LIBRARY}}


def defined(library):
    """The versions of each function, with where the implementation of each lies."""
    symbols = {}
    for line in subprocess.check_output(["readelf", "-W", "--dyn-syms", library], text=True).splitlines():
        fields = line.split()
        if len(fields) >= 8 and fields[3] in ("FUNC", "IFUNC") and fields[4] != "LOCAL" and fields[6] != "UND":
            name, _, version = fields[7].partition("@")
            symbols.setdefault(name, {})[version.lstrip("@")] = fields[1]
    return symbols


def bound_past(library, beside, program):
    """The functions that `beside`, in front of `library`, has from elsewhere."""
    environment = {**os.environ, "LD_PRELOAD": beside + ":" + library, "LD_DEBUG": "bindings"}
    lines = subprocess.run([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                           text=True).stderr
    ours = defined(library).keys() & defined(beside).keys()
    names = set(re.findall(r"binding file %s .* to (?!%s).*: normal symbol `(\w+)'" %
                           (re.escape(beside), re.escape(library + " ")), lines))
    return sorted(names & ours)


def libc_of(program):
    return re.search(r"libc\.so\.6 => (\S+)", subprocess.check_output(["ldd", program], text=True)).group(1)


with hosts.Checks(LIBRARY) as checks:
    for host in HOSTS:
        for name, environment in PRELOADED.items():
            without = hosts.Run([host])
            recorded, _, _ = checks.compare("%s, %s" % (host.rpartition("_")[2], name), [host], without=without,
                                            environment=environment)
    libc = defined(libc_of(HOSTS[0]))
    for library in LIBRARY, FLOWS:
        for name, versions in defined(library).items():
            theirs = libc.get(name, {})
            if len(set(theirs.values())) > 1:
                checks.check("%s of %s has glibc's versions" % (name, library.rpartition("/")[2]),
                             versions.keys() == theirs.keys(), "%s, not %s" % (versions, theirs))
    past = bound_past(LIBRARY, FLOWS, HOSTS[0])
    checks.check("no lock function for flows calls another than ours", not past, past)
