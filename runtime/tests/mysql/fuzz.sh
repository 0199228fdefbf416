#!/bin/sh
# Runs the fuzzer for a bounded number of executions, from the seeds that the
# conversations of scripts.c give.
set -eu
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
"$1" "$corpus"
"$2" -runs="${FUZZ_RUNS:-1000000}" -seed=1 -max_len=8192 -timeout=10 -artifact_prefix="$corpus/" "$corpus" 2>&1 |
    grep -E 'INITED|DONE|ERROR|SUMMARY|Done' || exit 1
! ls "$corpus"/crash-* "$corpus"/timeout-* "$corpus"/leak-* "$corpus"/oom-* 2>/dev/null
