/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/idle.h"

#include "sandbox/needs.h"
#include "system/clock.h"

#define NEXT_TO_NOTHING_NS 100000

static uint64_t at_beginning;

/* The recorder's own time is not the host's. */
static uint64_t used_by_host(void)
{
    uint64_t all = wd_clock_ns(CLOCK_PROCESS_CPUTIME_ID), own = wd_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    return all > own ? all - own : 0;
}

static int is_known(void)
{
    return !wd_sandbox_refuses_any(WD_REFUSED_CLOCK);
}

void wd_idle_file_begins(void)
{
    if (is_known())
        at_beginning = used_by_host();
}

int wd_idle_file_is_empty(void)
{
    return is_known() && used_by_host() < at_beginning + NEXT_TO_NOTHING_NS;
}
