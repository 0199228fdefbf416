/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/lasting.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#include "memory/region.h"
#include "sandbox/needs.h"
#include "system/clock.h"
#include "system/syscalls.h"

#define PLACES 512
#define TRIES 16
#define LONG_NS 1000000000u
#define LOCK_BYTES 64 /* no lock is larger, and its futex is within it */
#define LONGEST 16    /* threads in a deadlock, at most */
#define SHARED 128    /* in glibc's __kind of a mutex */

/* Of place.turn, whose other bits count. */
enum { FREE, BEING_WRITTEN, STANDS, STATES = 4 };

struct place {
    uint32_t turn; /* atomic */
    uint32_t told; /* the flusher's: the turn that was told last */
    struct wd_lasting wait;
} __attribute__((aligned(64)));

/* A wait as it was read. */
struct standing {
    uint32_t number, turn; /* of its place */
    struct wd_lasting wait;
};

static struct place *places;

__attribute__((constructor(101))) static void reserve(void)
{
    places = wd_region_reserve_own(PLACES * sizeof *places);
}

/* The state follows next. */
static uint32_t after(uint32_t turn, uint32_t state)
{
    return turn + 1 + (state - (turn + 1)) % STATES;
}

static int changes(struct place *place, uint32_t turn, uint32_t state)
{
    return __atomic_compare_exchange_n(&place->turn, &turn, after(turn, state), 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* A free one, or that of a wait which the thread has left by siglongjmp. */
static int take(struct place *place, uint32_t thread)
{
    uint32_t turn = __atomic_load_n(&place->turn, __ATOMIC_ACQUIRE);
    int is_own = turn % STATES == STANDS && place->wait.thread == thread;
    return (turn % STATES == FREE || is_own) && changes(place, turn, BEING_WRITTEN);
}

wd_lasting_place wd_lasting_begins(const struct wd_lasting *wait)
{
    for (uint32_t i = 0; places && wait->thread && i < TRIES; i++) {
        uint32_t number = (wait->thread + i) % PLACES;
        struct place *place = &places[number];
        if (!take(place, wait->thread))
            continue;
        place->wait = *wait;
        uint32_t turn = after(place->turn, STANDS);
        __atomic_store_n(&place->turn, turn, __ATOMIC_RELEASE);
        return (uint64_t)(number + 1) << 32 | turn;
    }
    return 0;
}

void wd_lasting_is_limited(wd_lasting_place place)
{
    if (place)
        __atomic_store_n(&places[(place >> 32) - 1].wait.is_limited, 1, __ATOMIC_RELEASE);
}

void wd_lasting_ends(wd_lasting_place place)
{
    if (place)
        changes(&places[(place >> 32) - 1], (uint32_t)place, FREE);
}

/* A thread that stands where it stood has waited all the time: it has neither got what it waits for nor let go of what
 * it has. */
static int still_stands(const struct standing *s)
{
    return __atomic_fetch_add(&places[s->number].turn, 0, __ATOMIC_ACQ_REL) == s->turn;
}

static int read_place(uint32_t number, struct standing *s)
{
    s->number = number;
    s->turn = __atomic_load_n(&places[number].turn, __ATOMIC_ACQUIRE);
    if (s->turn % STATES != STANDS)
        return 0;
    s->wait = *(const volatile struct wd_lasting *)&places[number].wait;
    return still_stands(s);
}

/* What the kernel says of a thread. False if it does not. */
static int read_of_thread(uint32_t thread, const char *what, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%u/%s", thread, what);
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    ssize_t n = fd >= 0 ? wd_sys_read(fd, text, size - 1) : -1;
    if (fd >= 0)
        wd_sys_close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* Else the host has left the wait without our knowing. In which call a thread is a process that has changed its user
 * does not get to know; whether it sleeps, each does. */
static int is_waiting(const struct wd_lasting *wait)
{
    char text[512];
    long number;
    unsigned long address;
    if (read_of_thread(wait->thread, "syscall", text, sizeof text))
        return sscanf(text, "%ld %lx", &number, &address) == 2 && number == SYS_futex &&
               address - (unsigned long)wait->lock < LOCK_BYTES;
    if (!read_of_thread(wait->thread, "stat", text, sizeof text))
        return 0;
    const char *behind_name = strrchr(text, ')');
    return behind_name && behind_name[1] == ' ' && behind_name[2] == 'S';
}

static int lasts(uint32_t number, uint64_t now, struct standing *s)
{
    return read_place(number, s) && now - s->wait.since >= LONG_NS && is_waiting(&s->wait);
}

/* The lock may not be there any more: by a call that finds out, which a sandbox need not know. */
static int copy_lock(const void *lock, void *out, size_t size)
{
    struct iovec here = { out, size }, there = { (void *)lock, size };
    return !wd_sandbox_has_come() &&
           syscall(SYS_process_vm_readv, getpid(), &here, 1L, &there, 1L, 0L) == (ssize_t)size;
}

/* The number of the thread that has the lock; 0: nobody says, or it may be one of another process. */
static uint32_t holder_of(const struct wd_lasting *wait)
{
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    if (wait->key.kind == WD_WAIT_MUTEX && copy_lock(wait->lock, &mutex, sizeof mutex))
        return mutex.__data.__kind & SHARED ? 0 : (uint32_t)mutex.__data.__owner;
    if (wait->key.kind == WD_WAIT_RWLOCK && copy_lock(wait->lock, &rwlock, sizeof rwlock))
        return rwlock.__data.__shared ? 0 : (uint32_t)rwlock.__data.__cur_writer;
    return 0;
}

/* The thread that has what `waiter` waits for, if that waits as well. */
static int find_holder(const struct standing *waiter, uint64_t now, struct standing *holder)
{
    uint32_t thread = holder_of(&waiter->wait);
    for (uint32_t i = 0; thread && i < PLACES; i++)
        if (read_place(i, holder) && holder->wait.thread == thread && lasts(i, now, holder))
            return still_stands(waiter);
    return 0;
}

/* Who waits for the first one, directly or through others: all at the same time. chain[1] is its holder. */
static int is_deadlock(struct standing chain[LONGEST], uint64_t now)
{
    int n = 2;
    for (; holder_of(&chain[n - 1].wait) != chain[0].wait.thread; n++)
        if (n == LONGEST || !find_holder(&chain[n - 1], now, &chain[n]))
            return 0;
    for (int i = 0; i < n; i++)
        if (chain[i].wait.is_limited || !still_stands(&chain[i]))
            return 0;
    return 1;
}

static void tell(const struct standing *waiter, uint64_t now, struct wd_waits *told)
{
    struct standing chain[LONGEST] = { *waiter };
    *told = (struct wd_waits){ .key = waiter->wait.key, .count = 1 };
    told->key.end = WD_WAIT_LASTS;
    told->sum_ns = told->max_ns = now - waiter->wait.since;
    told->log2_ns[63 - __builtin_clzll(told->sum_ns)] = 1;
    if (!find_holder(waiter, now, &chain[1]))
        return;
    told->key.holder = chain[1].wait.key.waiter;
    told->key.holder_path = chain[1].wait.key.waiter_path;
    if (is_deadlock(chain, now))
        told->key.end = WD_WAIT_DEADLOCK;
}

int wd_lasting_tell(uint32_t *position, struct wd_waits *told)
{
    uint64_t now = wd_clock_ns(CLOCK_MONOTONIC);
    struct standing s;
    while (places && *position < PLACES)
        if (lasts((*position)++, now, &s)) {
            places[s.number].told = s.turn;
            tell(&s, now, told);
            return 1;
        }
    return 0;
}

int wd_lasting_has_news(void)
{
    uint64_t now = wd_clock_ns(CLOCK_MONOTONIC);
    struct standing s;
    for (uint32_t i = 0; places && i < PLACES; i++)
        if (lasts(i, now, &s) && places[i].told != s.turn)
            return 1;
    return 0;
}
