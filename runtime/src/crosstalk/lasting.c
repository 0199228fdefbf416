/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/lasting.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "region.h"
#include "syscalls.h"

#define PLACES 512
#define TRIES 16
#define LONG_NS 1000000000u
#define LOCK_BYTES 64 /* no lock is larger, and its futex is within it */

/* Of wd_place.turn, whose other bits count. */
enum { FREE, BEING_WRITTEN, STANDS, STATES = 4 };

struct wd_place {
    uint32_t turn; /* atomic */
    uint32_t told; /* the flusher's: the turn that was told last */
    struct wd_lasting wait;
} __attribute__((aligned(64)));

static struct wd_place *places;

__attribute__((constructor(101))) static void reserve(void)
{
    places = wd_region_reserve_own(PLACES * sizeof *places);
}

/* The state follows next. */
static uint32_t after(uint32_t turn, uint32_t state)
{
    return turn + 1 + (state - (turn + 1)) % STATES;
}

static int changes(struct wd_place *place, uint32_t turn, uint32_t state)
{
    return __atomic_compare_exchange_n(&place->turn, &turn, after(turn, state), 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* A thread that has left a wait by siglongjmp has its place still. */
static int take(struct wd_place *place, uint32_t thread)
{
    uint32_t turn = __atomic_load_n(&place->turn, __ATOMIC_ACQUIRE);
    int is_own = turn % STATES == STANDS && place->wait.thread == thread;
    return (turn % STATES == FREE || is_own) && changes(place, turn, BEING_WRITTEN);
}

wd_lasting_place wd_lasting_begins(const struct wd_lasting *wait)
{
    for (uint32_t i = 0; places && wait->thread && i < TRIES; i++) {
        uint32_t number = (wait->thread + i) % PLACES;
        struct wd_place *place = &places[number];
        if (!take(place, wait->thread))
            continue;
        place->wait = *wait;
        uint32_t turn = after(place->turn, STANDS);
        __atomic_store_n(&place->turn, turn, __ATOMIC_RELEASE);
        return (uint64_t)(number + 1) << 32 | turn;
    }
    return 0;
}

void wd_lasting_ends(wd_lasting_place place)
{
    if (place)
        changes(&places[(place >> 32) - 1], (uint32_t)place, FREE);
}

static int read_place(struct wd_place *place, struct wd_lasting *wait)
{
    uint32_t turn = __atomic_load_n(&place->turn, __ATOMIC_ACQUIRE);
    if (turn % STATES != STANDS)
        return 0;
    *wait = *(const volatile struct wd_lasting *)&place->wait;
    return __atomic_fetch_add(&place->turn, 0, __ATOMIC_ACQ_REL) == turn; /* read by then */
}

/* What the thread does at this moment, as the kernel says: the number of its system call, and the first argument. */
static int read_call(uint32_t thread, long *number, unsigned long *argument)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%u/syscall", thread);
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    ssize_t n = wd_sys_read(fd, text, sizeof text - 1);
    wd_sys_close(fd);
    text[n > 0 ? n : 0] = 0;
    return sscanf(text, "%ld %lx", number, argument) == 2;
}

/* Else the host has left the wait without our knowing, and what is at the lock's address may be anything. */
static int is_waiting(const struct wd_lasting *wait)
{
    long number;
    unsigned long address;
    return read_call(wait->thread, &number, &address) && number == SYS_futex &&
           address - (unsigned long)wait->lock < LOCK_BYTES;
}

static int lasts(uint32_t position, uint64_t now, struct wd_lasting *wait)
{
    return read_place(&places[position], wait) && now - wait->since >= LONG_NS && is_waiting(wait);
}

/* The number of the thread that has the lock; 0: nobody says. */
static uint32_t owner_of(const struct wd_lasting *wait)
{
    if (wait->key.kind == WD_WAIT_MUTEX)
        return (uint32_t)((const volatile pthread_mutex_t *)wait->lock)->__data.__owner;
    if (wait->key.kind == WD_WAIT_RWLOCK)
        return (uint32_t)((const volatile pthread_rwlock_t *)wait->lock)->__data.__cur_writer;
    return 0;
}

static int find_wait_of(uint32_t thread, uint64_t now, struct wd_lasting *wait)
{
    for (uint32_t i = 0; thread && i < PLACES; i++)
        if (read_place(&places[i], wait) && wait->thread == thread && lasts(i, now, wait))
            return 1;
    return 0;
}

/* Does the owner wait, directly or through others, for what the waiter has? */
static int is_deadlock(const struct wd_lasting *waiter, struct wd_lasting owner, uint64_t now)
{
    for (int steps = 0; steps < PLACES; steps++) {
        uint32_t next = owner_of(&owner);
        if (next == waiter->thread)
            return 1;
        if (!find_wait_of(next, now, &owner))
            return 0;
    }
    return 0;
}

static void tell(const struct wd_lasting *wait, uint64_t now, struct wd_waits *told)
{
    struct wd_lasting owner;
    *told = (struct wd_waits){ .key = wait->key, .count = 1 };
    told->key.end = WD_WAIT_LASTS;
    told->sum_ns = told->max_ns = now - wait->since;
    told->log2_ns[63 - __builtin_clzll(told->sum_ns)] = 1;
    if (!find_wait_of(owner_of(wait), now, &owner))
        return;
    told->key.holder = owner.key.waiter;
    told->key.holder_path = owner.key.waiter_path;
    if (is_deadlock(wait, owner, now))
        told->key.end = WD_WAIT_DEADLOCK;
}

int wd_lasting_tell(uint32_t *position, struct wd_waits *told)
{
    uint64_t now = wd_clock_ns(CLOCK_MONOTONIC);
    struct wd_lasting wait;
    while (places && *position < PLACES) {
        struct wd_place *place = &places[*position];
        uint32_t turn = __atomic_load_n(&place->turn, __ATOMIC_ACQUIRE);
        if (!lasts((*position)++, now, &wait))
            continue;
        place->told = turn;
        tell(&wait, now, told);
        return 1;
    }
    return 0;
}

int wd_lasting_has_news(void)
{
    uint64_t now = wd_clock_ns(CLOCK_MONOTONIC);
    struct wd_lasting wait;
    for (uint32_t i = 0; places && i < PLACES; i++)
        if (places[i].told != __atomic_load_n(&places[i].turn, __ATOMIC_ACQUIRE) && lasts(i, now, &wait))
            return 1;
    return 0;
}
