#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# backlog.sh LIBRARIES PROGRAM: no item under a wrong context, however many wait; and after the first backlog they are
# known.
failed=0
for order in first last; do
  for burst in 50 300 3000; do
    said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
      LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2" $order 20 $burst) || failed=1
    echo "$said"
    case $said in "" | *" 0 right"*) failed=1 ;; esac
  done
done
exit $failed
