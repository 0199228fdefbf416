#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# unseen.sh LIBRARIES PROGRAM LIBRARY: an item that is taken unseen is not taken for the one before; and the queue is
# known. After a jump out of a section its thread knows nothing any more.
failed=0
for how in nested timed unloading jump; do
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2" $how "$3") || failed=1
  echo "$how:"
  echo "$said"
  case $said in "" | *"before: 0 right"*) failed=1 ;; esac
  case $how$said in jump*) ;; *"after: 0 right"*) failed=1 ;; esac
done
exit $failed
