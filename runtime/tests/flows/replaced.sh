#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# replaced.sh LIBRARIES PROGRAM FIRST SECOND: a thread that has waited in a learnt section calls the library that is
# there now. Without address randomisation, so that the second one comes to where the first one was.
said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
  setarch -R env LD_PRELOAD="$1/libwhodunit-flows.so:$1/libwhodunit.so" timeout 100 "$2" "$3" "$4") || failed=1
echo "$said"
[ -z "$failed" ] && echo "$said" | grep -q 'where 1 was'
