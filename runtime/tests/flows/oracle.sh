#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# oracle.sh LIBRARIES PROGRAM...: no item under a wrong context, in any shape of queue; that there are flows at all, and
# known after at most 50 items; where sections are long, of a queue that was filled before anything was taken, maybe the
# next ones: what one thread does alone may cost so much only.
libraries=$1
shift
failed=0
for program; do
  for shape in ring stailq tailq list slist long two heap hash locks glib apr c11 semaphore woken counters; do
    said=$(WHODUNIT_RUN=1 WHODUNIT_RECORD=off WHODUNIT_FLOWS=on \
      LD_PRELOAD=$libraries/libwhodunit-flows.so:$libraries/libwhodunit.so \
      timeout 60 "$program" $shape "${ITEMS:-3000}")
    status=$?
    echo "${program##*/}: $said"
    [ $status = 0 ] || failed=1
    case $said in
      locks*) ;; # nodes that stay in the queue when their items go: unknown
      counters*right*) case $said in *": 0 right"*) ;; *) failed=1 ;; esac ;;
      *": 0 right"*) failed=1 ;;
      long*) ;;
      *) [ "${said##* }" -le 50 ] || failed=1 ;;
    esac
  done
done
exit $failed
