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

/* How many bytes of a request are found in what is sent that no other request has: what they have in common says
 * nothing. `owners`: in how many requests each shingle is, 3 for more than two. */
static uint32_t own_bytes_found(const struct wd_channel *request, const struct bytes *sent, const uint8_t *owners)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i + SHINGLE <= request->head_length; i++) {
        uint32_t bit = shingle(request->head + i);
        found += owners[bit] == 1 && has(sent->in, bit);
    }
    return found;
}

static void count_owners(uint8_t *owners, const struct wd_channel *request)
{
    uint64_t mine[(1u << BITS) / 64] = { 0 };
    for (uint32_t i = 0; i + SHINGLE <= request->head_length; i++) {
        uint32_t bit = shingle(request->head + i);
        if (!has(mine, bit) && owners[bit] < 3)
            owners[bit]++;
        mine[bit / 64] |= 1ull << (bit % 64);
    }
}

/* The one whose own bytes are sent, and clearly more of them than of any other. */
static int by_bytes(const struct wd_request_id *open, uint32_t n, const struct bytes *sent, struct wd_request_id *owner)
{
    uint8_t owners[1u << BITS] = { 0 };
    uint32_t best = 0, second = 0;
    for (uint32_t i = 0; i < n; i++)
        count_owners(owners, wd_channel(open[i].fd));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t found = own_bytes_found(wd_channel(open[i].fd), sent, owners);
        if (found > best) {
            second = best;
            best = found;
            *owner = open[i];
        } else if (found > second)
            second = found;
    }
    return best > 0 && best >= 2 * second;
}

static int are_of_one_type(const struct wd_request_id *open, uint32_t n)
{
    uint32_t type = wd_chain_type(wd_channel(open[0].fd)->context);
    for (uint32_t i = 1; i < n; i++)
        if (wd_chain_type(wd_channel(open[i].fd)->context) != type)
            return 0;
    if (type)
        return 1;
    for (uint32_t i = 1; i < n; i++)
        if (wd_channel(open[i].fd)->context != wd_channel(open[0].fd)->context)
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
    struct wd_request_id open[CANDIDATES + 1];
    uint32_t all, n = open_requests(open, 0, &all);
    const struct wd_channel *bound = wd_loop_request(&channel->bound);
    int goes_to_bound = bound && bound->open && bound->passed_on;
    if (all == 0)
        return WD_OWNER_NONE;
    if (loop->too_many || n == CANDIDATES)
        return WD_OWNER_UNKNOWN;
    *owner = channel->bound;
    if (n == 0 && goes_to_bound)
        return WD_OWNER_FOUND;
    if (n == 1 && !goes_to_bound) {
        *owner = open[0];
        return WD_OWNER_FOUND;
    }
    struct bytes sent;
    look(&sent, pieces, count);
    if (goes_to_bound && goes_on(bound, &sent))
        return WD_OWNER_FOUND;
    if (n == 0) { /* again for one that was passed on already, or for none: a proxy's own question */
        n = open_requests(open, 1, &all);
        return by_bytes(open, n, &sent, owner) ? WD_OWNER_FOUND : WD_OWNER_UNKNOWN;
    }
    if (goes_to_bound)
        open[n++] = channel->bound;
    if (by_bytes(open, n, &sent, owner))
        return WD_OWNER_FOUND;
    if (!are_of_one_type(open, n))
        return WD_OWNER_UNKNOWN;
    *owner = open[0];
    return WD_OWNER_FOUND;
}
