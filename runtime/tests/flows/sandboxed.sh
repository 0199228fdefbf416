#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sandboxed.sh LIBRARIES PROGRAM: a process that gives up system calls is not ended for those of flows.
failed=0
for how in strict files masks; do
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2" $how 2>&1)
  status=$?
  echo "$how: status $status, $said"
  [ $status = 77 ] && exit 77
  case $said in *"flows are off"*"still there"*) ;; *) failed=1 ;; esac
  [ $status = 0 ] || failed=1
done
exit $failed
