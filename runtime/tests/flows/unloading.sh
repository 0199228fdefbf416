#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# unloading.sh LIBRARIES PROGRAM LIBRARY: what is known of a program's queue stays known while libraries come and go,
# for more of them than there is room for sites; and memory does not grow.
said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
  LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 100 "$2" "$3" 3000) || failed=1
echo "$said"
# shellcheck disable=SC2086
set -- $said
[ -z "$failed" ] && [ "$1" -ge 55000 ] && [ "$7" -le 1024 ]
