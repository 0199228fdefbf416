#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# thread_memory.sh LIBRARY: how much memory of each thread's own it needs. A library that is loaded late, as the agent
# is, gets what glibc has left of 1.6 KB: a JVM does not start if that is too little.
size=$(readelf -lW "$1" | awk '$1 == "TLS" { print $6 }')
echo "$((size)) bytes"
[ "$((size))" -gt 0 ] && [ "$((size))" -le 1408 ]
