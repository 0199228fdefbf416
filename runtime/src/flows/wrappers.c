/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wrappers.c: the lock functions, in front of those of libwhodunit.so, which is
 * preloaded behind this library and measures waits. A process that is recorded
 * without flows does not load it: its locks cost what they cost without flows.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flow_port/port.h"
#include "flows/as_host.h"
#include "flows/budget.h"
#include "flows/glib.h"
#include "flows/section.h"
#include "flows/sections.h"
#include "flows/sites.h"
#include "flows/stop.h"
#include "flows/wrapped.h"
#include "wrap/older.h"

static int (*real_dlclose)(void *);

/* Before all that could call it. */
__attribute__((constructor(101))) static void look_up(void)
{
    *(void **)&real_dlclose = dlsym(RTLD_NEXT, "dlclose");
}

#define RESERVED ((size_t)192 << 20) /* by wd_sections_open, and for what is learnt later */
#define TAKEN (result == 0 || result == EOWNERDEAD)

WD_EACH_SECTION WD_LOCK_FUNCTION int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    WAIT_AND_LOCK(wd_real.pthread_mutex_lock(mutex), mutex, TAKEN);
}

WD_LOCK_FUNCTION int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    LOCK(wd_real.pthread_mutex_trylock(mutex), mutex, TAKEN);
}

WD_LOCK_FUNCTION int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    LOCK(wd_real.pthread_mutex_timedlock(mutex, until), mutex, TAKEN);
}

WD_LOCK_FUNCTION int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    LOCK(wd_real.pthread_mutex_clocklock(mutex, clock, until), mutex, TAKEN);
}

UNLOCK_FUNCTION(pthread_mutex_unlock, pthread_mutex_t)

WD_LOCK_FUNCTION int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    WAIT_AND_LOCK(wd_real.pthread_rwlock_rdlock(lock), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    LOCK(wd_real.pthread_rwlock_tryrdlock(lock), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    LOCK(wd_real.pthread_rwlock_timedrdlock(lock, until), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    LOCK(wd_real.pthread_rwlock_clockrdlock(lock, clock, until), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    WAIT_AND_LOCK(wd_real.pthread_rwlock_wrlock(lock), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    LOCK(wd_real.pthread_rwlock_trywrlock(lock), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    LOCK(wd_real.pthread_rwlock_timedwrlock(lock, until), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    LOCK(wd_real.pthread_rwlock_clockwrlock(lock, clock, until), lock, TAKEN);
}

UNLOCK_FUNCTION(pthread_rwlock_unlock, pthread_rwlock_t)

WD_LOCK_FUNCTION int pthread_spin_lock(pthread_spinlock_t *lock)
{
    WAIT_AND_LOCK(wd_real.pthread_spin_lock(lock), lock, TAKEN);
}

WD_LOCK_FUNCTION int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    LOCK(wd_real.pthread_spin_trylock(lock), lock, TAKEN);
}

UNLOCK_FUNCTION(pthread_spin_unlock, pthread_spinlock_t)

WD_EACH_SECTION WD_LOCK_FUNCTION int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    WITHIN(wd_real.pthread_cond_wait(condition, mutex));
}

WD_LOCK_FUNCTION int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                            const struct timespec *until)
{
    WITHIN(wd_real.pthread_cond_timedwait(condition, mutex, until));
}

WD_LOCK_FUNCTION int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                            const struct timespec *until)
{
    WITHIN(wd_real.pthread_cond_clockwait(condition, mutex, clock, until));
}

/* What was put in is handed over here: at the end the host's function may be gone from the stack, as Apache's is, which
 * ends with the call of apr's unlocking. */
WD_EACH_SECTION WD_LOCK_FUNCTION int pthread_cond_signal(pthread_cond_t *condition)
{
    WITHIN(wd_real.pthread_cond_signal(condition));
}

WD_LOCK_FUNCTION int pthread_cond_broadcast(pthread_cond_t *condition)
{
    WITHIN(wd_real.pthread_cond_broadcast(condition));
}

WD_OLDER("pthread_cond_wait@GLIBC_2.2.5")
WD_MAY_LEAD int older_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    WITHIN(wd_real.older_pthread_cond_wait(condition, mutex));
}

WD_OLDER("pthread_cond_timedwait@GLIBC_2.2.5")
WD_MAY_LEAD int older_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                             const struct timespec *until)
{
    WITHIN(wd_real.older_pthread_cond_timedwait(condition, mutex, until));
}

WD_OLDER("pthread_cond_signal@GLIBC_2.2.5")
WD_MAY_LEAD int older_pthread_cond_signal(pthread_cond_t *condition)
{
    WITHIN(wd_real.older_pthread_cond_signal(condition));
}

WD_OLDER("pthread_cond_broadcast@GLIBC_2.2.5")
WD_MAY_LEAD int older_pthread_cond_broadcast(pthread_cond_t *condition)
{
    WITHIN(wd_real.older_pthread_cond_broadcast(condition));
}

/* C11's are the same locks. */
WD_LOCK_FUNCTION int mtx_lock(mtx_t *mutex)
{
    WAIT_AND_LOCK(wd_real.mtx_lock(mutex), mutex, result == thrd_success);
}

WD_LOCK_FUNCTION int mtx_trylock(mtx_t *mutex)
{
    LOCK(wd_real.mtx_trylock(mutex), mutex, result == thrd_success);
}

WD_LOCK_FUNCTION int mtx_timedlock(mtx_t *mutex, const struct timespec *until)
{
    LOCK(wd_real.mtx_timedlock(mutex, until), mutex, result == thrd_success);
}

UNLOCK_FUNCTION(mtx_unlock, mtx_t)

WD_LOCK_FUNCTION int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    WITHIN(wd_real.cnd_wait(condition, mutex));
}

WD_LOCK_FUNCTION int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
    WITHIN(wd_real.cnd_timedwait(condition, mutex, until));
}

WD_LOCK_FUNCTION int cnd_signal(cnd_t *condition)
{
    WITHIN(wd_real.cnd_signal(condition));
}

WD_LOCK_FUNCTION int cnd_broadcast(cnd_t *condition)
{
    WITHIN(wd_real.cnd_broadcast(condition));
}

/* Code that goes away must not be executed in copies when other code comes to its place. A section is not followed
 * through it: what the library does at its end is much. */
WD_EXPORT int dlclose(void *library)
{
    wd_section_leaves(SLOT());
    int result = real_dlclose ? real_dlclose(library) : -1;
    if (result == 0 && __atomic_load_n(&wd_flows_on, __ATOMIC_RELAXED) &&
        !__atomic_load_n(&wd_flows_stopped, __ATOMIC_RELAXED))
        wd_sections_unloaded();
    return result;
}

/* Is this what `record --flows on` runs, and not switched off? A JVM's own threads hand over by other means. */
static int wanted(void)
{
    const char *flows = getenv("WHODUNIT_FLOWS");
    if (strcmp(program_invocation_short_name, "java") == 0)
        return 0;
    return getenv("WHODUNIT_RUN") && flows && strcmp(flows, "on") == 0;
}

static const struct wd_flow_port port = {
    .as_host = wd_as_host, .access = wd_site_access, .learning = wd_budget_tell, .stop = wd_stop
};

__attribute__((constructor)) static void begin(void)
{
    char error[256];
    if (!wanted())
        return;
    if (!wd_flow_port_reserves(RESERVED)) {
        fprintf(stderr, "whodunit: flows are off: RLIMIT_AS or RLIMIT_DATA leaves too little memory for them\n");
        return;
    }
    if (wd_sections_open(error, sizeof error) != 0) {
        fprintf(stderr, "whodunit: flows are off: %s\n", error);
        return;
    }
    if (!wd_flow_port_open(&port))
        return;
    wd_glib_open();
    wd_flow_port_mend_by(wd_stop_at_fault);
    wd_flows_on = 1;
}
