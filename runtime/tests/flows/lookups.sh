#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lookups.sh LIBRARIES PROGRAM: who looks something up that stays where it is takes nothing over. On one processor,
# where who looks something up comes late, entries have others in front of them.
failed=0
processor=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')
export WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on
for how in plain counted counted counted counted; do
  said=$(LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 100 \
    taskset -c "$processor" "$2" $how 10000) || failed=1
  echo "$how: $said"
done
exit $failed
