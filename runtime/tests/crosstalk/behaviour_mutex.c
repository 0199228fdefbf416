/* SPDX-License-Identifier: Apache-2.0 */
/* Every type of mutex: results of taking, taking again, letting go. */
#include "behaviour.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *name;
    int type, robust, shared, protocol;
} kinds[] = {
    { "normal", PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_NONE },
    { "error-checking", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_NONE },
    { "recursive", PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_NONE },
    { "adaptive", PTHREAD_MUTEX_ADAPTIVE_NP, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_NONE },
    { "robust", PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, 0, PTHREAD_PRIO_NONE },
    { "robust error-checking shared", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_ROBUST, 1, PTHREAD_PRIO_NONE },
    { "robust recursive", PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ROBUST, 0, PTHREAD_PRIO_NONE },
    { "inheriting", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_INHERIT },
    { "protecting", PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED, 0, PTHREAD_PRIO_PROTECT },
    { "robust inheriting", PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, 1, PTHREAD_PRIO_INHERIT },
};

static pthread_mutex_t mutex;

static void *try_taken(void *unused)
{
    (void)unused;
    struct timespec soon = in_ms(CLOCK_REALTIME, 20), late = in_ms(CLOCK_MONOTONIC, 20), bad = { 0, 2000000000 };
    show("  another's trylock", pthread_mutex_trylock(&mutex));
    show("  another's timedlock", pthread_mutex_timedlock(&mutex, &soon));
    show("  another's clocklock", pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &late));
    show("  another's timedlock, bad time", pthread_mutex_timedlock(&mutex, &bad));
    show("  another's clocklock, bad clock", pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &late));
    return NULL;
}

static void *unlock_not_owned(void *unused)
{
    (void)unused;
    show("  another's unlock", pthread_mutex_unlock(&mutex));
    return NULL;
}

static void *take_when_free(void *unused)
{
    (void)unused;
    int result = pthread_mutex_lock(&mutex);
    show("  waited and got it", result);
    if (result == EOWNERDEAD)
        show("  made consistent", pthread_mutex_consistent(&mutex));
    show("  gave it back", pthread_mutex_unlock(&mutex));
    return NULL;
}

static void *die_holding(void *unused)
{
    (void)unused;
    show("  taken by one that will die", pthread_mutex_lock(&mutex));
    pause_ms(20);
    return NULL;
}

static void owner_dies(void)
{
    pthread_t dying = start_thread(die_holding, NULL);
    pause_ms(5);
    on_thread(take_when_free, NULL); /* waits for its death */
    pthread_join(dying, NULL);
    on_thread(die_holding, NULL);
    int result = pthread_mutex_trylock(&mutex);
    show("  trylock after a death", result);
    if (result != EOWNERDEAD)
        return;
    show("  unlocked without being made consistent", pthread_mutex_unlock(&mutex));
    show("  lock, not recoverable", pthread_mutex_lock(&mutex));
    show("  trylock, not recoverable", pthread_mutex_trylock(&mutex));
}

void mutexes(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes, kinds[i].type);
        pthread_mutexattr_setrobust(&attributes, kinds[i].robust);
        pthread_mutexattr_setpshared(&attributes, kinds[i].shared);
        pthread_mutexattr_setprotocol(&attributes, kinds[i].protocol);
        printf("%s mutex: %s\n", kinds[i].name, strerror(pthread_mutex_init(&mutex, &attributes)));
        struct timespec soon = in_ms(CLOCK_REALTIME, 20), bad = { 0, 2000000000 };
        show("  free, timedlock with a bad time", pthread_mutex_timedlock(&mutex, &bad));
        show("  unlock", pthread_mutex_unlock(&mutex));
        show("  free, clocklock with a bad clock", pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &soon));
        show("  lock", pthread_mutex_lock(&mutex));
        on_thread(try_taken, NULL);
        show("  trylock again", pthread_mutex_trylock(&mutex));
        if (kinds[i].type == PTHREAD_MUTEX_RECURSIVE) {
            show("  lock again", pthread_mutex_lock(&mutex));
            show("  unlock once", pthread_mutex_unlock(&mutex));
            show("  unlock twice", pthread_mutex_unlock(&mutex));
            on_thread(try_taken, NULL);
        } else if (kinds[i].type == PTHREAD_MUTEX_ERRORCHECK) {
            show("  lock again", pthread_mutex_lock(&mutex));
            show("  timedlock again", pthread_mutex_timedlock(&mutex, &soon));
        }
        if (kinds[i].type != PTHREAD_MUTEX_NORMAL && kinds[i].type != PTHREAD_MUTEX_ADAPTIVE_NP)
            on_thread(unlock_not_owned, NULL);
        pthread_t waiting = start_thread(take_when_free, NULL);
        pause_ms(10);
        int unlocked = pthread_mutex_unlock(&mutex);
        pthread_join(waiting, NULL);
        show("  unlock with a waiter", unlocked);
        if (kinds[i].type != PTHREAD_MUTEX_NORMAL && kinds[i].type != PTHREAD_MUTEX_ADAPTIVE_NP)
            show("  unlock when free", pthread_mutex_unlock(&mutex));
        if (kinds[i].robust == PTHREAD_MUTEX_ROBUST)
            owner_dies();
        pthread_mutex_destroy(&mutex);
    }
}
