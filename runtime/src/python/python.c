/* SPDX-License-Identifier: Apache-2.0 */
#include "python/python.h"

#include "channels/tasks.h"
#include "python/contexts.h"
#include "python/methods.h"
#include "python/uvloop.h"

static enum { UNKNOWN, BEGUN, OTHER } contexts;
static int is_complete; /* uvloop has been looked at, too */

/* It switches what a thread does within a context. */
static int has_gevent(void)
{
    PyObject *modules = wd_python.PySys_GetObject("modules");
    return modules && wd_python.PyMapping_HasKeyString(modules, "gevent");
}

/* With the GIL. */
static int look(void *unused)
{
    (void)unused;
    if (contexts == UNKNOWN)
        __atomic_store_n(&contexts, !has_gevent() && wd_python_contexts_begin() ? BEGUN : OTHER, __ATOMIC_RELEASE);
    if (contexts == BEGUN && !is_complete)
        __atomic_store_n(&is_complete, wd_python_uvloop_begin(), __ATOMIC_RELAXED);
    return 0;
}

/* A loop begins, as it seems: maybe uvloop's. */
static void made(void)
{
    if (__atomic_load_n(&contexts, __ATOMIC_RELAXED) != OTHER && !__atomic_load_n(&is_complete, __ATOMIC_RELAXED) &&
        wd_python.Py_IsInitialized())
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
