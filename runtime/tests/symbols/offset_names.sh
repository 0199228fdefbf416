#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# offset_names.sh TEST: the test on a library that is stripped of its static functions, with nm of the whole one as
# oracle: a line "address size name exported" for each function.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/library.c" <<'C'
#include <string.h>
static __attribute__((noinline)) int first(int x) { __asm__ volatile(""); return x * 3; }
int exported(int x) { return first(x) + (int)strlen("imports have stubs") * x; }
static __attribute__((noinline)) int second(int x) { __asm__ volatile(""); return x * 5; }
int other(int x) { return second(x) + first(x); }
C
gcc -O1 -fPIC -shared -Wl,--build-id -o "$dir/whole.so" "$dir/library.c"
strip -o "$dir/library.so" "$dir/whole.so"
nm -S "$dir/whole.so" | awk '$3 ~ /[tT]/ && NF == 4 { print $1, $2, $4, $3 == "T" }' >"$dir/functions"
"$1" "$dir/library.so" "$dir/functions" "$dir/whole.so"
