/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose functions have no names once it is stripped. Its argument is how much it works. */
#include <stdlib.h>

#ifndef FACTOR
#define FACTOR 31
#endif

static volatile unsigned long sink;

static __attribute__((noinline)) void hash(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        sink = sink * FACTOR + i;
}

static __attribute__((noinline)) void sort(unsigned long n)
{
    for (unsigned long i = n; i > 0; i--)
        sink ^= i;
    sink++; /* no tail call: the caller stays on the stack */
}

static __attribute__((noinline)) void query(unsigned long n)
{
    hash(n);
    sort(2 * n);
    sink++;
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    while (rounds-- > 0)
        query(100000);
    return sink == 0;
}
