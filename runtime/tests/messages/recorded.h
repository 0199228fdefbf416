/* SPDX-License-Identifier: Apache-2.0 */
/* recorded.h: a test program that is recorded: names its work, and asks what it is at work for. */
#ifndef RECORDED_H
#define RECORDED_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint32_t (*begin)(const char *type);
static void (*end)(uint32_t previous);
static uint32_t (*current)(void);
static size_t (*describe)(uint32_t context, char *out, size_t size);

/* Else the process ends, with status 1. */
static void must(int is_so, const char *what)
{
    if (!is_so) {
        perror(what);
        _exit(1);
    }
}

/* Before any of the functions above. */
static void be_recorded(void)
{
    *(void **)&begin = dlsym(RTLD_DEFAULT, "whodunit_begin");
    *(void **)&end = dlsym(RTLD_DEFAULT, "whodunit_end");
    *(void **)&current = dlsym(RTLD_DEFAULT, "whodunit_current");
    *(void **)&describe = dlsym(RTLD_DEFAULT, "whodunit_describe");
    must(begin && end && current && describe, "not recorded");
}

/* Prints behind which step it is, and for whom it works. */
static inline void tell_work(const char *step)
{
    char text[400] = "nobody";
    if (current() != 0)
        describe(current(), text, sizeof text);
    printf("%s\t%s\n", step, text);
    fflush(stdout);
}

#endif
