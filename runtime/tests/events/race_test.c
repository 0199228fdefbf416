/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that dispatch the same handlers and meet the same paths at the same time, under the thread sanitizer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "contexts/context.h"
#include "events/events.h"
#include "events/handler.h"
#include "propagation/propagation.h"
#include "threads/thread.h"
#include "whodunit_event.h"

extern const struct wd_protocol wd_events_protocol;

__thread struct wd_thread wd_thread;
const char *wd_thread_records;
volatile uint64_t *(*wd_thread_sample_time)(void);

whodunit_context wd_thread_enter_and_switch(whodunit_context context)
{
    whodunit_context previous = wd_thread.context;
    wd_thread_set(context);
    return previous;
}

enum { THREADS = 4, ADDRESSES = 64, STEPS = 20000 };

/* Addresses of nothing: a handler is known by its address alone. */
static whodunit_handler handler(unsigned i)
{
    return (whodunit_handler)(uintptr_t)(0x1000 + 16 * i);
}

static void *dispatch(void *number)
{
    unsigned random = 1 + (unsigned)(uintptr_t)number;
    whodunit_context context = WHODUNIT_ROOT;
    for (int i = 0; i < STEPS; i++) {
        unsigned h = rand_r(&random) % ADDRESSES;
        if (rand_r(&random) % 4 == 0)
            context = WHODUNIT_ROOT;
        whodunit_context path = wd_context_concat(context, wd_handler_find((uintptr_t)handler(h))->element), again;
        whodunit_context before = whodunit_event_dispatch(handler(h), context, -1);
        context = whodunit_current();
        if (context != path) /* what another pair of handler and context leads to */
            abort();
        wd_events_protocol.before_send(&(struct wd_transfer){ .fd = 7, .word = wd_descriptor(7) });
        whodunit_event_end(before);
        /* the same handler again is the same path, whoever was first to meet it */
        before = whodunit_event_dispatch(handler(h), context, -1);
        again = whodunit_current();
        whodunit_event_end(before);
        if (again != context)
            abort();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    wd_events_configure(WD_EVENTS_FULL);
    wd_events_protocol.connects(7);
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, dispatch, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    uint32_t met = wd_context_count();
    for (uint32_t c = 2; c < met; c++) /* each path once: no id was lost in a race */
        for (uint32_t other = c + 1; other < met && other < c + 200; other++)
            if (wd_context_parent(c) == wd_context_parent(other) && wd_context_element(c) == wd_context_element(other))
                abort();
    printf("%u contexts\n", met);
    return 0;
}
