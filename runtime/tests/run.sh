#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD: runs all tests of the native side, each that fails a second time. Those that measure or wait run one
# after the other; those that only compute, on all processors.
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
each alone -LE compute
each together -L compute -j "$(nproc)"
exit $status
