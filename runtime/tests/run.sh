#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: runs all tests of the native side, each that fails a second time: as many at once as there are
# processors, but those that measure one after the other.
set -u
status=0
each() { # name, options of ctest…
    name=$1
    shift
    mkdir -p "$build/$name"
    ctest --test-dir "$build" --output-on-failure --repeat until-pass:2 --output-junit "$build/$name/ctest.xml" "$@" ||
        status=1
}
build=$1
each together -LE alone -j "$(nproc)"
each alone -L alone
exit $status
