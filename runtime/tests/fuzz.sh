#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh FUZZER CORPUS SEEDS...: runs a fuzzer for a bounded number of executions, from the inputs in the folder
# CORPUS, if there is one, and those that the command SEEDS writes into a folder. FUZZ_RUNS makes it longer,
# FUZZ_SECONDS bounds its time, and FUZZ_CORPUS is a folder in which what it learns is kept, for runs of hours.
set -eu
fuzzer=$1 corpus=$2
shift 2
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
"$@" "$new"
[ -d "$corpus" ] || corpus=
"$fuzzer" -runs="${FUZZ_RUNS:-1000000}" -max_total_time="${FUZZ_SECONDS:-10}" -seed=1 -max_len=16384 -timeout=10 \
    -artifact_prefix="$new/" ${FUZZ_CORPUS:+"$FUZZ_CORPUS"} "$new" ${corpus:+"$corpus"} 2>&1 |
    grep -E 'INITED|DONE|ERROR|SUMMARY|Done' || exit 1
found=$(ls "$new"/crash-* "$new"/timeout-* "$new"/leak-* "$new"/oom-* 2>/dev/null || true)
[ -z "$found" ] || { cp $found "${FUZZ_CORPUS:-.}" && ls -l $found && exit 1; }
