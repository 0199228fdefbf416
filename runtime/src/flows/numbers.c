/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/numbers.h"

#include <pthread.h>
#include <stddef.h>

#include "flows/budget.h"
#include "memory/region.h"

enum { THREADS = 1023, KEYS_WITHOUT_MEMORY = 32 };

/* Logs begin at so many different places of their page, three lines of the cache from one another: at the same place
 * all threads' would share the few lines that the processor has for it. */
enum { PLACES = 20, APART = 192 / sizeof(struct wd_access) };

static char *logs;
static uint8_t taken[THREADS + 1];
static pthread_key_t key;
static void (*at_end)(struct wd_flow_thread *);

static void thread_ends(void *unused)
{
    (void)unused;
    struct wd_flow_thread *t = &wd_flow_thread;
    at_end(t);
    uint32_t number = t->number;
    t->number = 0;
    if (number)
        __atomic_store_n(&taken[number], 0, __ATOMIC_RELEASE);
}

int wd_numbers_open(void (*ends)(struct wd_flow_thread *))
{
    at_end = ends;
    logs = wd_region_reserve((size_t)(THREADS + 2) * WD_LOG_BYTES);
    if (!logs)
        return 0;
    logs = (char *)(((uintptr_t)logs + WD_LOG_BYTES - 1) & ~(uintptr_t)(WD_LOG_BYTES - 1));
    /* others would allocate when a thread first sets them */
    return pthread_key_create(&key, thread_ends) == 0 && key < KEYS_WITHOUT_MEMORY;
}

int wd_number_take(struct wd_flow_thread *t)
{
    for (uint32_t i = 1; i <= THREADS; i++)
        if (!taken[i] && !__atomic_exchange_n(&taken[i], 1, __ATOMIC_ACQ_REL)) {
            t->log_begin = (struct wd_access *)(logs + (size_t)i * WD_LOG_BYTES) + (size_t)(i % PLACES) * APART;
            t->log_may_be_over = 1;
            t->number = i;
            t->produced = wd_cycles(); /* above what another thread has counted under this number */
            pthread_setspecific(key, t);
            return 1;
        }
    return 0;
}

void wd_numbers_after_fork(void)
{
    for (uint32_t i = 1; i <= THREADS; i++)
        taken[i] = i == wd_flow_thread.number;
}
