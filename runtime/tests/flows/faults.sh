#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh LIBRARIES PROGRAM: a section that faults finds the same as without us, and ends as without us; a fault in a
# copy switches flows off, in a line. With the first items, which are learned, and when the hand-over is known.
set -u
libraries=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ulimit -c 0
failed=0

run() { # items, recording
  LD_PRELOAD=$libraries/libwhodunit-flows.so:$libraries/libwhodunit.so WHODUNIT_RUN=1 WHODUNIT_FLOWS=on \
    WHODUNIT_DIR=$work/rec WHODUNIT_RECORD=$2 timeout 60 "$program" $kind "$1" $how >"$work/with" 2>"$work/said"
  status=$?
}

# Learning has a share of the CPU only: what has to be known may need more items. With the first ones not each run has
# the fault in a copy.
compare() { # word that stderr must have, recording, items...
  local word=$1 recording=$2 items
  shift 2
  for items; do
    run "$items" $recording
    if [ $status != $expected ] || ! cmp -s "$work/without" "$work/with"; then
      echo "$kind $how, $items items, recording $recording: status $status, without us $expected"
      diff "$work/without" "$work/with"
      failed=1
      return
    fi
    if grep -q "$word" "$work/said" &&
      { [ $copied = no ] || grep -q 'flows are off in this process: signal' "$work/said"; }; then
      return
    fi
  done
  echo "$kind $how, recording $recording: not in a copy, or not said: $(cat "$work/said")"
  failed=1
}

for both in load,handler store,handler compute,handler near,handler push,handler pop,handler return,handler \
  jump,handler call,handler copy,handler divide,handler illegal,handler trap,handler near,once store,default; do
  kind=${both%,*} how=${both#*,} copied=yes
  case $kind in illegal | trap) copied=no ;; esac # these are left to the processor
  "$program" $kind 0 $how >"$work/without" 2>/dev/null
  expected=$?
  compare '' off 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
  compare '^known' off 3000 20000 100000
done
kind=near how=handler
"$program" $kind 0 $how >"$work/without" 2>/dev/null
expected=$?
compare '^known' on 3000 20000 100000
exit $failed
