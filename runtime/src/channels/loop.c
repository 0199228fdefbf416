/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/loop.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "channels/chains.h"
#include "region.h"
#include "syscalls.h"

#define REQUESTS 1024  /* of a thread at once; of more it is not told whose a send is */
#define CANDIDATES 64  /* that are told apart by their bytes */
#define LOOKED_AT 2048 /* bytes of what is sent */
#define SHINGLE 8      /* bytes that are compared at once */
#define BITS 14

struct loop {
    uint32_t count, too_many;
    struct wd_request_id request[REQUESTS];
};

static __thread struct loop *loop __attribute__((tls_model("initial-exec")));

/* The child's only thread has its parent's list, in memory of its own. */
void wd_loop_opened(int fd, const struct wd_channel *channel)
{
    if (!loop)
        loop = wd_region_reserve(sizeof *loop);
    if (!loop)
        return;
    for (uint32_t i = 0; i < loop->count; i++)
        if (loop->request[i].fd == fd) {
            loop->request[i].epoch = channel->epoch;
            return;
        }
    if (loop->count == REQUESTS)
        loop->too_many = 1;
    else
        loop->request[loop->count++] = (struct wd_request_id){ fd, channel->epoch };
}

struct wd_channel *wd_loop_request(const struct wd_request_id *request)
{
    struct wd_channel *channel = request->fd >= 0 ? wd_channel(request->fd) : NULL;
    return channel && channel->epoch == request->epoch ? channel : NULL;
}

/* Those that are open and were passed on or were not; the others are forgotten. */
static uint32_t open_requests(struct wd_request_id open[CANDIDATES], int passed_on, uint32_t *all)
{
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; loop && i < loop->count; i++) {
        const struct wd_channel *channel = wd_loop_request(&loop->request[i]);
        if (!channel || !channel->open)
            continue;
        loop->request[kept++] = loop->request[i];
        if (channel->passed_on == passed_on && n < CANDIDATES)
            open[n++] = loop->request[i];
    }
    *all = kept;
    if (loop) {
        loop->count = kept;
        if (kept == 0)
            loop->too_many = 0;
    }
    return n;
}

static uint32_t shingle(const unsigned char *bytes)
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return (uint32_t)((value * 0x9E3779B97F4A7C15u) >> (64 - BITS));
}

struct bytes {
    unsigned char bytes[LOOKED_AT];
    size_t length;
    uint64_t in[(1u << BITS) / 64]; /* a bit for each shingle */
};

static int has(const uint64_t *set, uint32_t bit)
{
    return (set[bit / 64] >> (bit % 64)) & 1;
}

static void look(struct bytes *sent, const struct iovec *pieces, size_t count)
{
    struct iovec into = { sent->bytes, sizeof sent->bytes };
    long n = count ? syscall(SYS_process_vm_readv, getpid(), &into, 1UL, pieces, count < 64 ? count : 64UL, 0UL) : 0;
    memset(sent->in, 0, sizeof sent->in);
    sent->length = n > 0 ? (size_t)n : 0;
    for (size_t i = 0; i + SHINGLE <= sent->length; i++) {
        uint32_t bit = shingle(sent->bytes + i);
        sent->in[bit / 64] |= 1ull << (bit % 64);
    }
}

/* The candidates, and the number of the first one of the same type: of one type it does not matter whose it is. */
struct candidates {
    struct wd_request_id request[CANDIDATES + 1];
    uint32_t n, group[CANDIDATES + 1];
};

static uint32_t kind_of(const struct wd_channel *request)
{
    uint32_t type = wd_chain_type(request->context);
    return type ? type : request->context;
}

static void group(struct candidates *all)
{
    uint32_t kind[CANDIDATES + 1];
    for (uint32_t i = 0; i < all->n; i++) {
        kind[i] = kind_of(wd_channel(all->request[i].fd));
        all->group[i] = i;
        for (uint32_t k = 0; k < i && all->group[i] == i; k++)
            if (kind[k] == kind[i])
                all->group[i] = k;
    }
}

enum { NOBODY = 0xff, SEVERAL = 0xfe };

/* Which group has each shingle. */
static void note_owners(uint8_t *owner, const struct wd_channel *request, uint32_t its_group)
{
    for (uint32_t i = 0; i + SHINGLE <= request->head_length; i++) {
        uint8_t *of = &owner[shingle(request->head + i)];
        *of = *of == NOBODY || *of == its_group ? (uint8_t)its_group : (uint8_t)SEVERAL;
    }
}

/* How many bytes of a request are sent that no other group has: what they have in common says nothing. */
static uint32_t own_bytes_sent(const struct wd_channel *request, uint32_t its_group, const struct bytes *sent,
                               const uint8_t *owner)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i + SHINGLE <= request->head_length; i++) {
        uint32_t bit = shingle(request->head + i);
        found += owner[bit] == its_group && has(sent->in, bit) &&
                 memmem(sent->bytes, sent->length, request->head + i, SHINGLE) != NULL;
    }
    return found;
}

/* The one whose own bytes are sent, and clearly more of them than of any other group. */
static int by_bytes(const struct candidates *all, const struct bytes *sent, struct wd_request_id *found)
{
    uint8_t owner[1u << BITS];
    uint32_t most[CANDIDATES + 1] = { 0 }, best = 0, second = 0;
    memset(owner, NOBODY, sizeof owner);
    for (uint32_t i = 0; i < all->n; i++)
        note_owners(owner, wd_channel(all->request[i].fd), all->group[i]);
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t n = own_bytes_sent(wd_channel(all->request[i].fd), all->group[i], sent, owner);
        if (n > most[all->group[i]])
            most[all->group[i]] = n;
        if (n > best) {
            best = n;
            *found = all->request[i];
        }
    }
    for (uint32_t i = 0, seen_best = 0; i < all->n; i++)
        if (most[i] == best && !seen_best)
            seen_best = 1;
        else if (most[i] > second)
            second = most[i];
    return best > 0 && best >= 2 * second;
}

static int are_of_one_type(const struct candidates *all)
{
    for (uint32_t i = 1; i < all->n; i++)
        if (all->group[i] != 0)
            return 0;
    return 1;
}

static int goes_on(const struct wd_channel *request, const struct bytes *sent)
{
    return request->recent_length >= SHINGLE &&
           memmem(sent->bytes, sent->length, request->recent, request->recent_length) != NULL;
}

enum wd_owner wd_loop_owner(const struct wd_channel *channel, const struct iovec *pieces, size_t count,
                            struct wd_request_id *owner)
{
    struct candidates open;
    uint32_t all;
    open.n = open_requests(open.request, 0, &all);
    const struct wd_channel *bound = wd_loop_request(&channel->bound);
    int goes_to_bound = bound && bound->open && bound->passed_on;
    if (all == 0)
        return WD_OWNER_NONE;
    if (loop->too_many || open.n == CANDIDATES)
        return WD_OWNER_UNKNOWN;
    *owner = channel->bound;
    if (open.n == 0 && goes_to_bound)
        return WD_OWNER_FOUND;
    if (open.n == 1 && !goes_to_bound) {
        *owner = open.request[0];
        return WD_OWNER_FOUND;
    }
    struct bytes sent;
    look(&sent, pieces, count);
    if (goes_to_bound && goes_on(bound, &sent))
        return WD_OWNER_FOUND;
    if (open.n == 0) { /* again for one that was passed on already, or for none: a proxy's own question */
        open.n = open_requests(open.request, 1, &all);
        group(&open);
        return by_bytes(&open, &sent, owner) ? WD_OWNER_FOUND : WD_OWNER_UNKNOWN;
    }
    if (goes_to_bound)
        open.request[open.n++] = channel->bound;
    group(&open);
    if (by_bytes(&open, &sent, owner))
        return WD_OWNER_FOUND;
    if (!are_of_one_type(&open))
        return WD_OWNER_UNKNOWN;
    *owner = open.request[0];
    return WD_OWNER_FOUND;
}
