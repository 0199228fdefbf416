/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/connections.h"

#include <pthread.h>
#include <sched.h>

#include "memory/region.h"
#include "propagation/dispatch.h"
#include "sandbox/needs.h"

struct wd_connection {
    int lock;
    int fd; /* -1 while it is not in the table */
    enum wd_role role;
    struct wd_connection *next_free;
    _Alignas(max_align_t) char state[];
};

#define PATIENCE 10000

/* In the table for those whose state nobody has needed yet: most servers' connections are another protocol's. Always
 * locked, so that the usual way to a state need not know of it. */
static struct wd_connection unbegun[] = {
    [WD_ROLE_SERVER] = { .lock = 1, .fd = -1, .role = WD_ROLE_SERVER },
    [WD_ROLE_CLIENT] = { .lock = 1, .fd = -1, .role = WD_ROLE_CLIENT },
};

static int is_unbegun(const struct wd_connection *c)
{
    return c == &unbegun[WD_ROLE_SERVER] || c == &unbegun[WD_ROLE_CLIENT];
}

/* Gives up in the end: a signal handler may have interrupted the holder. */
static int acquire(int *lock)
{
    for (int i = 0; __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); i++) {
        if (i == PATIENCE)
            return 0;
        sched_yield();
    }
    return 1;
}

static void release(int *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

void wd_connections_reserve(void)
{
    size_t bytes = WD_DESCRIPTORS * sizeof(struct wd_connection *);
    for (unsigned i = 0; wd_protocols[i]; i++)
        if (wd_protocols[i]->connections) {
            wd_protocols[i]->connections->table = wd_region_reserve_own(bytes); /* inherited ones are the parent's */
        }
}

static struct wd_connection *of_state(void *state)
{
    return (struct wd_connection *)((char *)state - offsetof(struct wd_connection, state));
}

static struct wd_connection *connection_of(const struct wd_connections *all, int fd)
{
    if (!all->table || (unsigned)fd >= WD_DESCRIPTORS)
        return NULL;
    return __atomic_load_n(&all->table[fd], __ATOMIC_ACQUIRE);
}

/* False if another thread, or a handler on this one, was quicker. */
static int replace(struct wd_connections *all, int fd, struct wd_connection *c, struct wd_connection *by)
{
    return __atomic_compare_exchange_n(&all->table[fd], &c, by, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static void is_not_last(struct wd_connections *all, int fd)
{
    int last = fd + 1;
    if (__atomic_load_n(&all->last, __ATOMIC_RELAXED) == last)
        __atomic_compare_exchange_n(&all->last, &last, 0, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* A child inherits the marks of its parent's connections. Another thread may
 * just have accepted the descriptor anew: it marks what is in the table already. */
static void unmark(struct wd_connections *all, int fd)
{
    wd_propagation_decline(fd, all->protocol);
    struct wd_connection *c = connection_of(all, fd);
    if (c)
        wd_propagation_follow(fd, all->protocol, c->role);
}

static void *taken(const struct wd_connections *all, int fd, struct wd_connection *c)
{
    if (connection_of(all, fd) == c && c->fd == fd)
        return c->state;
    release(&c->lock);
    return NULL;
}

static struct wd_connection *allocate(struct wd_connections *all)
{
    struct wd_connection *c = NULL;
    if (acquire(&all->free_lock)) {
        c = all->free_list;
        if (c)
            all->free_list = c->next_free;
        release(&all->free_lock);
    }
    if (c)
        return c;
    return wd_sandbox_refuses(WD_REFUSED_MEMORY) ? NULL : wd_region_reserve(sizeof *c + all->size);
}

static void recycle(struct wd_connections *all, struct wd_connection *c)
{
    if (!acquire(&all->free_lock))
        return; /* better lost than waited for */
    c->next_free = all->free_list;
    all->free_list = c;
    release(&all->free_lock);
}

/* One that has no state. */
static int follow_no_longer(struct wd_connections *all, int fd, struct wd_connection *c)
{
    wd_propagation_decline(fd, all->protocol);
    is_not_last(all, fd);
    return replace(all, fd, c, NULL);
}

/* The first who needs it makes its state. Locked; NULL: it is another one by now, or is followed no longer. */
static struct wd_connection *begin_state(struct wd_connections *all, int fd, struct wd_connection *c)
{
    struct wd_connection *begun = allocate(all); /* a sandbox may refuse memory by now */
    if (!begun || !acquire(&begun->lock)) {
        follow_no_longer(all, fd, c);
        return NULL;
    }
    all->begin(begun->state);
    begun->fd = fd;
    begun->role = c->role;
    is_not_last(all, fd);
    if (replace(all, fd, c, begun))
        return begun;
    begun->fd = -1;
    release(&begun->lock);
    recycle(all, begun);
    return NULL;
}

static void *take_first(struct wd_connections *all, int fd, struct wd_connection *c)
{
    struct wd_connection *begun = begin_state(all, fd, c);
    if (begun)
        return begun->state;
    c = connection_of(all, fd);
    return c && !is_unbegun(c) && acquire(&c->lock) ? taken(all, fd, c) : NULL;
}

static __attribute__((noinline)) void *take_slowly(struct wd_connections *all, int fd, struct wd_connection *c)
{
    if (!c) {
        unmark(all, fd);
        return NULL;
    }
    if (is_unbegun(c))
        return take_first(all, fd, c);
    if (!acquire(&c->lock)) {
        wd_propagation_decline(fd, all->protocol);
        replace(all, fd, c, NULL);
        if (all->lost)
            all->lost();
        return NULL;
    }
    return taken(all, fd, c);
}

/* In a function of its own what seldom happens: the usual way needs no frame. */
void *wd_connection_take(struct wd_connections *all, int fd)
{
    struct wd_connection *c = connection_of(all, fd);
    if (!c || __atomic_exchange_n(&c->lock, 1, __ATOMIC_ACQUIRE))
        return take_slowly(all, fd, c);
    return taken(all, fd, c);
}

void wd_connection_release(void *state)
{
    release(&of_state(state)->lock);
}

/* Takes a locked connection out of the table; true if this thread did it. */
static int unfollow(struct wd_connections *all, struct wd_connection *c)
{
    int fd = c->fd;
    if (connection_of(all, fd) != c)
        return 0;
    wd_propagation_decline(fd, all->protocol); /* before another thread can accept this descriptor anew */
    if (!replace(all, fd, c, NULL))
        return 0;
    c->fd = -1;
    return 1;
}

void wd_connection_end(struct wd_connections *all, void *state)
{
    struct wd_connection *c = of_state(state);
    int ours = unfollow(all, c);
    release(&c->lock);
    if (ours)
        recycle(all, c);
}

int wd_connection_is_unbegun(const struct wd_connections *all, int fd)
{
    return is_unbegun(connection_of(all, fd));
}

int wd_connection_leave(struct wd_connections *all, int fd)
{
    struct wd_connection *c = connection_of(all, fd);
    if (is_unbegun(c) && follow_no_longer(all, fd, c))
        return 1;
    void *state = c ? wd_connection_take(all, fd) : NULL;
    if (state)
        wd_connection_end(all, state);
    return state != NULL;
}

void wd_connection_begin(struct wd_connections *all, int fd, enum wd_role role)
{
    if (!all->table || (unsigned)fd >= WD_DESCRIPTORS)
        return;
    if (connection_of(all, fd))
        wd_connection_leave(all, fd);
    if (role == WD_ROLE_SERVER && __atomic_load_n(&all->is_anothers, __ATOMIC_RELAXED))
        return;
    if (role == WD_ROLE_SERVER)
        __atomic_store_n(&all->last, fd + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&all->table[fd], &unbegun[role], __ATOMIC_RELEASE);
    wd_propagation_follow(fd, all->protocol, role);
}

void wd_connections_are_anothers(struct wd_connections *all)
{
    if (!__atomic_load_n(&all->is_anothers, __ATOMIC_RELAXED))
        __atomic_store_n(&all->is_anothers, 1, __ATOMIC_RELAXED);
}

const void *wd_connection_glance(const struct wd_connections *all, int fd)
{
    const struct wd_connection *c = connection_of(all, fd);
    return c && !is_unbegun(c) ? c->state : NULL;
}

/* Locks may be held by threads that the child does not have. What needs no change is not written
 * (memory/fork_state.h). */
static void begin_in_child(struct wd_connections *all)
{
    int last = all->last;
    if (last || all->free_list || all->free_lock) {
        all->free_list = NULL;
        all->free_lock = all->last = 0;
    }
    if (all->is_anothers)
        all->is_anothers = 0;
    if (last && all->handed_on)
        wd_connection_begin(all, last - 1, WD_ROLE_SERVER);
}

static void after_fork(void)
{
    for (unsigned i = 0; wd_protocols[i]; i++)
        if (wd_protocols[i]->connections)
            begin_in_child(wd_protocols[i]->connections);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}
