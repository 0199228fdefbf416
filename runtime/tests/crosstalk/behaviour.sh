#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a program of locks without the library, with it, and with it but without measuring: all must print the same.
# Arguments: libwhodunit.so, the program.
set -u
library=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" >"$work/without" || exit 1
tail -n 1 "$work/without" | grep -qx end || exit 1
for crosstalk in on off; do
  LD_PRELOAD=$library WHODUNIT_RUN=1 WHODUNIT_DIR=$work/rec WHODUNIT_CROSSTALK=$crosstalk "$program" >"$work/with"
  echo "crosstalk=$crosstalk: exit code $?, $(wc -l <"$work/with") lines"
  diff "$work/without" "$work/with" || exit 1
done
LD_PRELOAD=$library "$program" >"$work/with"
diff "$work/without" "$work/with" || exit 1
