#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# at_once.sh LIBRARIES PROGRAM: sections of a site that is known do all that those of others do.
WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
  LD_PRELOAD=$1/libwhodunit-flows.so:$1/libwhodunit.so timeout 60 "$2"
