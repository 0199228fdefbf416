/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_rings.c: a ring's queue of what is to be done is mapped here as well, to be read before the kernel does. A
 * mapping keeps the ring alive, as the program's own does, so it goes when the program closes the ring: what that is
 * still to do ends then. Whoever is forked has both mappings.
 */
#include "wrap/own_rings.h"

#include <errno.h>
#include <liburing.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "memory/readable.h"
#include "propagation/dispatch.h"
#include "sandbox/needs.h"
#include "system/bare_call.h"
#include "system/syscall_entry.h"
#include "wrap/ring_entries.h"
#include "wrap/vforked.h"

#define RINGS 64 /* of more it is not seen what they do */
#define PATIENCE 1000
#define NOT_MAPPED (1u << 14 | 1u << 15) /* IORING_SETUP_NO_MMAP, IORING_SETUP_REGISTERED_FD_ONLY */
#define NO_ARRAY (1u << 16)              /* IORING_SETUP_NO_SQARRAY */

#define RESIZE 33u               /* IORING_REGISTER_RESIZE_RINGS */
#define BY_REGISTERED (1u << 31) /* IORING_REGISTER_USE_REGISTERED_RING: `fd` is no descriptor */

enum state { FREE, BUSY, KNOWN };

static struct own_ring {
    int state; /* atomic */
    int fd;
    char *queue;
    struct io_uring_sqe *entries;
    size_t queue_size, entries_size;
    unsigned head, tail, array; /* offsets in the queue; no array: 0 */
    unsigned mask, wide;
} rings[RINGS];

int wd_own_rings;

static int take(struct own_ring *ring, int from)
{
    return __atomic_compare_exchange_n(&ring->state, &from, BUSY, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void give(struct own_ring *ring, int to)
{
    __atomic_store_n(&ring->state, to, __ATOMIC_RELEASE);
}

/* Busy from here on; NULL: it is none of these. */
static struct own_ring *find(int fd)
{
    const struct own_ring *end = rings + __atomic_load_n(&wd_own_rings, __ATOMIC_ACQUIRE);
    for (struct own_ring *ring = rings; ring < end; ring++)
        for (int i = 0; i < PATIENCE && __atomic_load_n(&ring->state, __ATOMIC_ACQUIRE) != FREE; i++) {
            if (__atomic_load_n(&ring->fd, __ATOMIC_RELAXED) != fd)
                break;
            if (take(ring, KNOWN)) {
                if (ring->fd == fd)
                    return ring;
                give(ring, KNOWN);
            }
            sched_yield();
        }
    return NULL;
}

static void *map(int fd, size_t size, uint64_t offset)
{
    void *at = (void *)WD_BARE_CALL(SYS_mmap, NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, offset);
    return at == MAP_FAILED ? NULL : at;
}

static void unmap(const struct own_ring *ring)
{
    if (ring->queue)
        WD_BARE_CALL(SYS_munmap, ring->queue, ring->queue_size);
    if (ring->entries)
        WD_BARE_CALL(SYS_munmap, ring->entries, ring->entries_size);
}

static int map_ring(struct own_ring *ring, int fd, const struct io_uring_params *p)
{
    int has_array = !(p->flags & NO_ARRAY);
    ring->wide = p->flags & IORING_SETUP_SQE128 ? 1 : 0;
    ring->head = p->sq_off.head;
    ring->tail = p->sq_off.tail;
    ring->array = has_array ? p->sq_off.array : 0;
    ring->mask = p->sq_entries - 1;
    ring->queue_size = has_array ? p->sq_off.array + p->sq_entries * sizeof(unsigned)
                                 : p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
    ring->entries_size = (size_t)p->sq_entries * sizeof *ring->entries << ring->wide;
    ring->queue = map(fd, ring->queue_size, IORING_OFF_SQ_RING);
    ring->entries = map(fd, ring->entries_size, IORING_OFF_SQES);
    return ring->queue && ring->entries;
}

/* A sandbox may end the process for a mapping. */
static int is_to_be_seen(const struct io_uring_params *p)
{
    return wd_propagation_preferred && !(p->flags & (NOT_MAPPED | IORING_SETUP_SQPOLL)) && p->sq_entries > 0 &&
           !wd_sandbox_has_come() && !wd_is_vforked();
}

static void reach(int places)
{
    int before = __atomic_load_n(&wd_own_rings, __ATOMIC_RELAXED);
    while (before < places &&
           !__atomic_compare_exchange_n(&wd_own_rings, &before, places, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        ;
}

static void see(int fd, const struct io_uring_params *p)
{
    wd_own_ring_closing(fd); /* one that had the number, and was closed by means that nobody saw */
    for (struct own_ring *ring = rings; ring < rings + RINGS; ring++) {
        if (!take(ring, FREE))
            continue;
        __atomic_store_n(&ring->fd, -1, __ATOMIC_RELAXED); /* nobody waits for it by the number that it had */
        int is_mapped = map_ring(ring, fd, p);
        if (!is_mapped)
            unmap(ring);
        __atomic_store_n(&ring->fd, fd, __ATOMIC_RELAXED);
        give(ring, is_mapped ? KNOWN : FREE);
        if (is_mapped)
            reach((int)(ring - rings) + 1);
        return;
    }
}

static long told_setup(long entries, struct io_uring_params *parameters)
{
    long fd = WD_BARE_CALL(SYS_io_uring_setup, entries, parameters);
    int saved = errno;
    if (fd >= 0 && is_to_be_seen(parameters))
        see((int)fd, parameters);
    errno = saved;
    return fd;
}

static unsigned number_at(const struct own_ring *ring, unsigned offset)
{
    return __atomic_load_n((const unsigned *)(const void *)(ring->queue + offset), __ATOMIC_ACQUIRE);
}

void wd_own_ring_enters(int fd)
{
    int saved = errno;
    struct own_ring *ring = find(fd);
    if (!ring)
        return;
    unsigned head = number_at(ring, ring->head), tail = number_at(ring, ring->tail);
    for (unsigned at = head; at != tail && at - head <= ring->mask; at++) {
        unsigned place = at & ring->mask;
        if (ring->array)
            place = number_at(ring, ring->array + place * (unsigned)sizeof place);
        if (place <= ring->mask)
            wd_ring_hands_over(&ring->entries[(size_t)place << ring->wide]);
    }
    give(ring, KNOWN);
    errno = saved;
}

void wd_own_ring_closes(int fd)
{
    int saved = errno;
    struct own_ring *ring = find(fd);
    if (ring) {
        int is_others = wd_is_vforked();
        if (!is_others && !wd_sandbox_refuses(WD_REFUSED_MEMORY))
            unmap(ring);
        give(ring, is_others ? KNOWN : FREE);
    }
    errno = saved;
}

void wd_own_rings_close(unsigned first, unsigned last)
{
    const struct own_ring *end = rings + __atomic_load_n(&wd_own_rings, __ATOMIC_ACQUIRE);
    for (struct own_ring *ring = rings; ring < end; ring++) {
        unsigned fd = (unsigned)__atomic_load_n(&ring->fd, __ATOMIC_RELAXED);
        if (__atomic_load_n(&ring->state, __ATOMIC_ACQUIRE) != FREE && fd >= first && fd <= last)
            wd_own_ring_closes((int)fd);
    }
}

static void hands_over_all(const void *descriptors, unsigned long count)
{
    if (descriptors && count < UINT16_MAX && wd_is_readable(descriptors, count * sizeof(int)))
        wd_ring_hands_over_all(descriptors, (unsigned)count);
}

static void hands_over_update(const struct io_uring_files_update *update, unsigned long count)
{
    if (wd_is_readable(update, sizeof *update))
        hands_over_all((const void *)(uintptr_t)update->fds, count);
}

static void hands_over_new(const struct io_uring_rsrc_register *all, unsigned long size)
{
    if (size >= sizeof *all && wd_is_readable(all, sizeof *all))
        hands_over_all((const void *)(uintptr_t)all->data, all->nr);
}

static void hands_over_newer(const struct io_uring_rsrc_update2 *update, unsigned long size)
{
    if (size >= sizeof *update && wd_is_readable(update, sizeof *update))
        hands_over_all((const void *)(uintptr_t)update->data, update->nr);
}

static long told_register(long fd, long operation, void *argument, long count)
{
    switch ((unsigned)operation & ~BY_REGISTERED) {
    case RESIZE: wd_own_ring_closing((int)fd); break; /* what is mapped is not the ring's any more */
    case IORING_REGISTER_FILES: hands_over_all(argument, (unsigned long)count); break;
    case IORING_REGISTER_FILES_UPDATE: hands_over_update(argument, (unsigned long)count); break;
    case IORING_REGISTER_FILES2: hands_over_new(argument, (unsigned long)count); break;
    case IORING_REGISTER_FILES_UPDATE2: hands_over_newer(argument, (unsigned long)count); break;
    }
    return WD_BARE_CALL(SYS_io_uring_register, fd, operation, argument, count);
}

/* Whoever had them busy is not in the child. */
static void after_fork(void)
{
    for (struct own_ring *ring = rings; ring < rings + RINGS; ring++)
        if (__atomic_load_n(&ring->state, __ATOMIC_RELAXED) == BUSY)
            give(ring, ring->fd < 0 ? FREE : KNOWN);
}

__attribute__((constructor)) static void begin(void)
{
    pthread_atfork(NULL, NULL, after_fork);
    __atomic_store_n(&wd_syscall_io_uring_setup, told_setup, __ATOMIC_RELEASE);
    __atomic_store_n(&wd_syscall_io_uring_register, told_register, __ATOMIC_RELEASE);
}
