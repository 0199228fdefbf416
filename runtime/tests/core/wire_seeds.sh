#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes wire forms, and what is nearly one, into a folder, as seeds for wire_fuzz.c.
set -eu
cd "$1"
printf 0123456789abcdef-00000007 >good
printf ffffffffffffffff-ffffffff >largest
printf 0000000000000000-00000007 >no-process
printf 0123456789abcdef-00000000 >no-synopsis
printf 0123456789ABCDEF-00000007 >upper-case
printf 0123456789abcdef-0000007 >short
