#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# backlog.sh LIBRARIES PROGRAM: no item under a wrong context, however many wait, and though some sections are not seen;
# and some are known.
failed=0
for order in first last; do
  for how in "20 50" "20 300" "20 3000" "5 30 29" "100 50 7 1000" "100 20 3 100" "100 20 100 3"; do
    # shellcheck disable=SC2086
    said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
      LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2" $order $how) || failed=1
    echo "$how: $said"
    case $said in "" | *" 0 right"*) failed=1 ;; esac
  done
done
exit $failed
