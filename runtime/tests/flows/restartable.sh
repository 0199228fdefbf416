#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# restartable.sh LIBRARIES PROGRAM: a restartable sequence begins again also where its section is known.
said=$("$2" 0 2>/dev/null)
status=$?
[ $status = 77 ] && exit 77
[ "$said" = 101 ] || exit 1
for items in 3000 20000 100000; do
  said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
    LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2" $items 2>&1)
  echo "$items items: $said"
  case $said in
    "known"*101) exit 0 ;;
    "known"*) exit 1 ;;
  esac
done
exit 1
