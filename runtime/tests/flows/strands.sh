#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# strands.sh LIBRARIES PROGRAM: no task is under another one's context, however the tasks of a strand are taken; and
# where the threads of the pool mostly take what others put in, what is posted to the pool itself is known.
failed=0
for how in "spliced 6000" "spliced 6000 300" "own 6000"; do
  # shellcheck disable=SC2086
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 100 "$2" $how) || failed=1
  echo "$how: $said"
  case $said in "" | own*" 0 right"*) failed=1 ;; esac
done
exit $failed
