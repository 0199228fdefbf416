/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that takes text apart with strtok all the time, as Squid does, for tokens.py:
 * libc keeps where it is in one place for the process.
 */
#include <stdio.h>
#include <string.h>

#include "burn.h"

enum { MS = 4000, AT_ONCE = 10000 };

static int is_taken_apart(void)
{
    static const char *const words[] = { "max-age", "3600", "public", "no-transform" };
    char text[] = "max-age=3600, public, no-transform";
    size_t n = 0;
    for (char *word = strtok(text, "=, "); word; word = strtok(NULL, "=, "))
        if (n == 4 || strcmp(word, words[n++]) != 0)
            return 0;
    return n == 4;
}

int main(void)
{
    long wrong = 0;
    uint64_t end = cpu_ns(CLOCK_THREAD_CPUTIME_ID) + MS * 1000000ull;
    while (cpu_ns(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < AT_ONCE; i++)
            wrong += !is_taken_apart();
    printf("%ld texts were taken apart wrongly\n", wrong);
    return 0;
}
