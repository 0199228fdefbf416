#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# behaviour.sh LIBRARIES PROGRAM: it says the same without us, with flows, with flows and a recording, and switched off;
# and its queues are found.
set -u
libraries=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$program" >"$work/without" 2>/dev/null || exit 1
for setting in flows=on,record=off flows=on,record=on flows=off,record=off; do
  flows=${setting%,*} record=${setting#*,}
  LD_PRELOAD=$libraries/libwhodunit-flows.so:$libraries/libwhodunit.so WHODUNIT_RUN=1 WHODUNIT_INTERVAL=1ms \
    WHODUNIT_DIR=$work/rec WHODUNIT_FLOWS=${flows#*=} WHODUNIT_RECORD=${record#*=} \
    "$program" >"$work/with" 2>"$work/found"
  echo "$setting: exit code $?"
  cat "$work/found"
  diff "$work/without" "$work/with" || exit 1
  [ "$flows" = flows=off ] || ! grep -q ': 0 right' "$work/found" || exit 1
done
