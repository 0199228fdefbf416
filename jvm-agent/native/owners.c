/* SPDX-License-Identifier: Apache-2.0 */
#include "owners.h"

#include <sched.h>
#include <string.h>

#include "memory/region.h"
#include "threads/thread.h"
#include "vm_layout.h"

#define OWNERS (1u << 14)
#define PLACES 16 /* where an owner may be; one that finds them taken stays unknown */

/* A thread with a context, by what HotSpot writes into a monitor that it owns:
 * its JavaThread, since JDK 24 its number. */
struct owner {
    uint64_t id; /* atomic; 0: free */
    const struct wd_thread *thread;
};

static struct owner *owners;
static uint32_t readers; /* atomic: a thread's record must not vanish while it is read */
static int pending_monitor, monitor_owner, thread_number = -1, thread_of_env;

/* the calling thread's */
static __thread const char *java_thread __attribute__((tls_model("initial-exec")));
static __thread struct owner *self __attribute__((tls_model("initial-exec")));

void wd_owners_prepare(JNIEnv *env)
{
    const char *type;
    if (!wd_vm_member("JavaThread", "_current_pending_monitor", &pending_monitor, &type) ||
        !wd_vm_member("ObjectMonitor", "_owner", &monitor_owner, &type) || !wd_vm_thread_of_env(env, &thread_of_env))
        return;
    if (strcmp(type, "int64_t") == 0 && !wd_vm_member("JavaThread", "_monitor_owner_id", &thread_number, &type))
        return;
    owners = wd_region_reserve((OWNERS + PLACES) * sizeof *owners);
}

static struct owner *place(uint64_t id)
{
    return owners + (id * 0x9E3779B97F4A7C15u >> 32) % OWNERS;
}

void wd_owners_enter(JNIEnv *env)
{
    if (!owners || java_thread)
        return;
    java_thread = (const char *)env - thread_of_env;
    uint64_t id =
        thread_number >= 0 ? *(const uint64_t *)(java_thread + thread_number) : (uint64_t)(uintptr_t)java_thread;
    for (struct owner *o = place(id), *end = o + PLACES; o < end; o++) {
        uint64_t free = 0;
        if (id != 0 && __atomic_compare_exchange_n(&o->id, &free, UINT64_MAX, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            o->thread = &wd_thread;
            __atomic_store_n(&o->id, id, __ATOMIC_SEQ_CST);
            self = o;
            return;
        }
    }
}

JNIEnv *wd_owners_env(void)
{
    return java_thread ? (JNIEnv *)(java_thread + thread_of_env) : NULL;
}

void wd_owners_leave(void)
{
    java_thread = NULL;
    if (!self)
        return;
    __atomic_store_n(&self->id, 0, __ATOMIC_SEQ_CST);
    self = NULL;
    while (__atomic_load_n(&readers, __ATOMIC_SEQ_CST) != 0)
        sched_yield();
}

int wd_owner_context(whodunit_context *context)
{
    const char *monitor = java_thread && owners ? *(const char *const *)(java_thread + pending_monitor) : NULL;
    uint64_t id = monitor ? __atomic_load_n((const uint64_t *)(monitor + monitor_owner), __ATOMIC_RELAXED) : 0;
    int found = 0;
    if (id == 0)
        return 0;
    __atomic_fetch_add(&readers, 1, __ATOMIC_SEQ_CST);
    for (struct owner *o = place(id), *end = o + PLACES; o < end && !found; o++)
        if (__atomic_load_n(&o->id, __ATOMIC_SEQ_CST) == id) {
            *context = o->thread->context;
            found = 1;
        }
    __atomic_fetch_sub(&readers, 1, __ATOMIC_SEQ_CST);
    return found;
}
