/* SPDX-License-Identifier: Apache-2.0 */
#include "python/python.h"

#include <link.h>

#include "channels/tasks.h"
#include "python/contexts.h"
#include "python/methods.h"
#include "python/writes.h"

static enum { UNKNOWN, BEGUN, OTHER } contexts;

static int count_loaded(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)size;
    *(unsigned long long *)count = info->dlpi_adds;
    return 1;
}

static unsigned long long loaded_ever(void)
{
    unsigned long long count = 0;
    dl_iterate_phdr(count_loaded, &count);
    return count;
}

/* With the GIL. */
static int look(void *unused)
{
    (void)unused;
    if (contexts == UNKNOWN)
        __atomic_store_n(&contexts, wd_python_contexts_begin() ? BEGUN : OTHER, __ATOMIC_RELEASE);
    if (contexts == BEGUN) {
        wd_python_follow_extensions();
        if (wd_python_writes_begin())
            wd_python_receives_outside();
    }
    return 0;
}

/* A loop begins, as it seems. Where libraries were loaded since the last one, these may be what it is made of. */
static void made(void)
{
    static unsigned long long seen;
    if (!wd_python.Py_IsInitialized())
        return;
    unsigned long long loaded = loaded_ever();
    if (__atomic_exchange_n(&seen, loaded, __ATOMIC_ACQ_REL) != loaded)
        wd_python.Py_AddPendingCall(look, NULL);
}

static void came(uint64_t number)
{
    if (__atomic_load_n(&contexts, __ATOMIC_ACQUIRE) == BEGUN)
        wd_python_came(number);
}

static const struct wd_task_keeper keeper = { .made = made, .came = came };

void wd_python_begin(void)
{
    if (wd_python_look_up())
        wd_tasks_follow(&keeper);
}
