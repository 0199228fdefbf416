/* SPDX-License-Identifier: Apache-2.0 */
/* C11's mutexes and conditions: results of taking, taking again, letting go, waiting in vain. */
#include "behaviour.h"

#include <stdio.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static int ready;

static void tell(const char *what, int result)
{
    static const char *const names[] = { [thrd_success] = "success",
                                         [thrd_busy] = "busy",
                                         [thrd_error] = "error",
                                         [thrd_nomem] = "nomem",
                                         [thrd_timedout] = "timedout" };
    printf("%s: %s\n", what, result >= 0 && result <= thrd_timedout ? names[result] : "no result of C11's");
}

static void *try_taken(void *unused)
{
    (void)unused;
    struct timespec soon = in_ms(CLOCK_REALTIME, 20), bad = { 0, 2000000000 };
    tell("  another's trylock", mtx_trylock(&mutex));
    tell("  another's timedlock", mtx_timedlock(&mutex, &soon));
    tell("  another's timedlock, bad time", mtx_timedlock(&mutex, &bad));
    return NULL;
}

static void *take_when_free(void *unused)
{
    (void)unused;
    struct timespec late = in_ms(CLOCK_REALTIME, 60000);
    tell("  waited and got it", mtx_timedlock(&mutex, &late));
    tell("  gave it back", mtx_unlock(&mutex));
    return NULL;
}

static void *wait_until_ready(void *unused)
{
    (void)unused;
    tell("  a waiter's lock", mtx_lock(&mutex));
    while (!ready)
        tell("  waited", cnd_wait(&condition, &mutex));
    tell("  a waiter's unlock", mtx_unlock(&mutex));
    return NULL;
}

static void types(void)
{
    static const int kinds[] = { mtx_plain, mtx_timed, mtx_plain | mtx_recursive, mtx_timed | mtx_recursive };
    for (int i = 0; i < 4; i++) {
        printf("C11 mutex of type %d\n", kinds[i]);
        tell("  init", mtx_init(&mutex, kinds[i]));
        tell("  lock", mtx_lock(&mutex));
        if (kinds[i] & mtx_recursive)
            tell("  lock again", mtx_lock(&mutex));
        else
            tell("  trylock again", mtx_trylock(&mutex));
        on_thread(try_taken, NULL);
        pthread_t waiting = start_thread(take_when_free, NULL);
        pause_ms(10);
        int unlocked = mtx_unlock(&mutex);
        if (kinds[i] & mtx_recursive)
            unlocked |= mtx_unlock(&mutex);
        pthread_join(waiting, NULL);
        tell("  unlock with a waiter", unlocked);
        mtx_destroy(&mutex);
    }
}

void c11_locks(void)
{
    types();
    struct timespec soon = in_ms(CLOCK_REALTIME, 20), bad = { 0, 2000000000 };
    tell("C11 condition", cnd_init(&condition));
    tell("  init", mtx_init(&mutex, mtx_plain));
    tell("  signal for nobody", cnd_signal(&condition));
    tell("  broadcast for nobody", cnd_broadcast(&condition));
    tell("  lock", mtx_lock(&mutex));
    tell("  waited in vain", cnd_timedwait(&condition, &mutex, &soon));
    tell("  a bad time", cnd_timedwait(&condition, &mutex, &bad));
    tell("  unlock", mtx_unlock(&mutex));
    for (int all = 0; all < 2; all++) {
        ready = 0;
        pthread_t waiting = start_thread(wait_until_ready, NULL);
        pause_ms(10);
        mtx_lock(&mutex);
        ready = 1;
        int told = all ? cnd_broadcast(&condition) : cnd_signal(&condition);
        int unlocked = mtx_unlock(&mutex);
        pthread_join(waiting, NULL);
        tell("  told", told);
        tell("  unlocked", unlocked);
    }
    cnd_destroy(&condition);
    mtx_destroy(&mutex);
}
