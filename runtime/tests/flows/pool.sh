#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pool.sh LIBRARIES PROGRAM: who takes a free block takes nothing over with it, and who takes a full one out of a queue
# does.
failed=0
for fill in stores memset some; do
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 100 "$2" $fill 20000) || failed=1
  echo "$fill: $said"
  case $said in "" | *"workers: 0 right"*) failed=1 ;; esac
done
exit $failed
