/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphores.c: the functions of semaphores, in front of those of libwhodunit.so. One that is used as a lock makes
 * sections as a lock does (guards.h); what is called of another one within a section is not followed, as where a
 * condition is waited for. Compiled with -fexceptions: a thread may be cancelled while it waits.
 */
#include "flows/guards.h"
#include "flows/wrapped.h"

#define WAIT(call)                          \
    if (wd_guard_is(semaphore)) {           \
        int result = call;                  \
        if (result == 0)                    \
            wd_guard_taken(semaphore, 1);   \
        LOCKED(semaphore, result == 0);     \
        return result;                      \
    }                                       \
    uint8_t *code = NULL;                   \
    if (wd_flow_thread.section)             \
        code = wd_section_waits(SLOT());    \
    int result = call;                      \
    if (result == 0)                        \
        wd_guard_taken(semaphore, 0);       \
    if (wd_flow_thread.section)             \
        wd_section_continued(SLOT(), code); \
    return result

WD_LOCK_FUNCTION int sem_wait(sem_t *semaphore)
{
    WAIT(wd_real.sem_wait(semaphore));
}

WD_LOCK_FUNCTION int sem_trywait(sem_t *semaphore)
{
    WAIT(wd_real.sem_trywait(semaphore));
}

WD_LOCK_FUNCTION int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    WAIT(wd_real.sem_timedwait(semaphore, until));
}

WD_LOCK_FUNCTION int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    WAIT(wd_real.sem_clockwait(semaphore, clock, until));
}

WD_LOCK_FUNCTION int sem_post(sem_t *semaphore)
{
    if (wd_guard_posts(semaphore)) {
        UNLOCK(wd_real.sem_post(semaphore));
    }
    WITHIN(wd_real.sem_post(semaphore));
}
