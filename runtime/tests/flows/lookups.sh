#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lookups.sh LIBRARIES PROGRAM: who looks something up that stays where it is takes nothing over.
failed=0
for how in plain counted; do
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 100 "$2" $how 10000) || failed=1
  echo "$how: $said"
done
exit $failed
