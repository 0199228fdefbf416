/* SPDX-License-Identifier: Apache-2.0 */
/* signal_case.h: what the hosts that use signals share. A case burns BURN ms in one thread at least. */
#ifndef SIGNAL_CASE_H
#define SIGNAL_CASE_H

#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "burn.h"

enum { BURN = 240, LAST = 64 };

struct signal_case {
    const char *name;
    void (*function)(void);
};

/* How often each signal came to count(). */
static volatile sig_atomic_t seen[LAST + 1];

static inline void count(int signal)
{
    seen[signal]++;
}

/* Is it one that a program cannot have a handler for? */
static inline int is_libcs(int signal)
{
    return signal == 32 || signal == 33 || signal == SIGKILL || signal == SIGSTOP;
}

/* The one that the first argument names; returns main's result. */
static inline int run_case(int argc, char **argv, const struct signal_case *cases, size_t count_of_cases)
{
    for (size_t i = 0; argc > 1 && i < count_of_cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].function();
            return 0;
        }
    return 2;
}

#endif
