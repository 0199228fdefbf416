/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What contexts cost in C: a switch through the public API against an empty
 * call of the same shape, in turn (A B A B ...), median and spread in ns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "whodunit.h"

enum { PAIRS = 31, CALLS = 20000000 };

static volatile unsigned sink;

__attribute__((noinline)) static unsigned empty(unsigned context)
{
    sink = context;
    return context;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void report(const char *what, double *ns)
{
    qsort(ns, PAIRS, sizeof *ns, ascending);
    printf("%-28s %6.2f ns (%.2f to %.2f)\n", what, ns[PAIRS / 2], ns[0], ns[PAIRS - 1]);
}

int main(void)
{
    static double nothing[PAIRS], attach[PAIRS], begin[PAIRS];
    whodunit_context root = whodunit_begin("A");
    whodunit_context a = whodunit_current();
    whodunit_end(root);
    for (int pair = 0; pair < PAIRS; pair++) {
        double start = now();
        for (int i = 0; i < CALLS; i++)
            empty((unsigned)i);
        nothing[pair] = (now() - start) / CALLS;
        start = now();
        for (int i = 0; i < CALLS; i++)
            whodunit_attach(a);
        attach[pair] = (now() - start) / CALLS;
        start = now();
        for (int i = 0; i < CALLS / 10; i++)
            whodunit_end(whodunit_begin("A"));
        begin[pair] = (now() - start) / (CALLS / 10);
    }
    report("an empty call", nothing);
    report("whodunit_attach (a switch)", attach);
    report("whodunit_begin and _end", begin);
    return 0;
}
