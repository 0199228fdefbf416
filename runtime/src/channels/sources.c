/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/sources.h"

#include <string.h>
#include <unistd.h>

#include "channels/chains.h"
#include "fork_state.h"
#include "syscalls.h"

#define SOURCES 64
#define HEAD 64        /* bytes of what was received that are looked for */
#define FEWEST 12      /* less is found anywhere */
#define LOOKED_AT 1024 /* bytes of what is sent */

struct source {
    uint32_t number; /* 0: none; later ones have higher ones */
    uint32_t length;
    whodunit_context context;
    uint8_t loss, is_passed_on;
    unsigned char head[HEAD];
};

static struct source sources[SOURCES];
static uint32_t newest;    /* number */
static uint32_t left_out;  /* the newest one that was not passed on when its place was taken */
static int lock WD_FORK_STATE; /* nobody waits for it */

static int acquire(void)
{
    return !__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE);
}

static void release(void)
{
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

struct kept {
    struct source *source;
    uint64_t from; /* bytes that are another one's */
    size_t most;
};

static void keep(void *user, const void *bytes, size_t n)
{
    struct kept *kept = user;
    struct source *s = kept->source;
    size_t skipped = n < kept->from ? n : kept->from, room = kept->most - s->length;
    kept->from -= skipped;
    n -= skipped;
    memcpy(s->head + s->length, (const char *)bytes + skipped, n < room ? n : room);
    s->length += (uint32_t)(n < room ? n : room);
}

void wd_sources_forget(void)
{
    lock = 0;
    if (newest) {
        memset(sources, 0, sizeof sources);
        newest = left_out = 0;
    }
}

void wd_source_received(const struct wd_transfer *t, uint64_t from, uint64_t length, whodunit_context context,
                        enum wd_stream_loss loss)
{
    if (!acquire()) {
        __atomic_store_n(&left_out, __atomic_load_n(&newest, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
        return;
    }
    struct source *s = &sources[++newest % SOURCES];
    if (s->number && !s->is_passed_on)
        left_out = newest;
    *s = (struct source){ .number = newest, .context = context, .loss = (uint8_t)loss };
    wd_transfer_show(t, keep, &(struct kept){ s, from, length < HEAD ? length : HEAD });
    release();
}

static uint32_t kind_of(const struct source *s)
{
    uint32_t type = wd_chain_type(s->context);
    return type ? type : s->context;
}

/* What begins first in what is sent; of several that begin there, the longest. NULL: none; *agree: it does not matter
 * whose it is of those that are as good. */
static struct source *find(const unsigned char *sent, size_t n, int *agree)
{
    struct source *best = NULL;
    size_t best_at = n;
    *agree = 1;
    for (struct source *s = sources; s < sources + SOURCES; s++) {
        size_t length = s->length < n ? s->length : n;
        const unsigned char *found = s->number && length >= FEWEST ? memmem(sent, n, s->head, length) : NULL;
        size_t at = found ? (size_t)(found - sent) : n;
        if (!found || at > best_at || (best && at == best_at && s->length < best->length))
            continue;
        int is_as_good = best && at == best_at && s->length == best->length;
        if (is_as_good && s->is_passed_on != best->is_passed_on) {
            if (s->is_passed_on)
                continue; /* an answer that repeats what was asked */
            is_as_good = 0;
        }
        *agree = !is_as_good || (*agree && kind_of(s) == kind_of(best));
        if (is_as_good && s->number < best->number)
            continue;
        best = s;
        best_at = at;
    }
    return best;
}

/* The newest one that was not passed on, where all of those are of one type. */
static struct source *only_one(void)
{
    struct source *found = NULL;
    for (struct source *s = sources; s < sources + SOURCES; s++) {
        if (!s->number || s->is_passed_on)
            continue;
        if (found && kind_of(found) != kind_of(s))
            return NULL;
        if (!found || s->number > found->number)
            found = s;
    }
    return left_out && newest - left_out < SOURCES ? NULL : found;
}

/* All that has come under the same context is passed on with it: a message is received in several pieces. */
static void passed_on(uint32_t number, whodunit_context context)
{
    for (struct source *s = sources; s < sources + SOURCES; s++)
        if (s->number && s->number <= number && s->context == context)
            s->is_passed_on = 1;
}

enum wd_source wd_source_of(struct wd_channel *channel, const struct iovec *pieces, size_t count,
                            whodunit_context *context, enum wd_stream_loss *loss)
{
    unsigned char sent[LOOKED_AT];
    struct iovec into = { sent, sizeof sent };
    if (__atomic_load_n(&newest, __ATOMIC_RELAXED) == 0)
        return WD_SOURCE_NONE;
    long n = count ? syscall(SYS_process_vm_readv, getpid(), &into, 1UL, pieces, count < 64 ? count : 64UL, 0UL) : 0;
    if (!acquire())
        return WD_SOURCE_UNKNOWN;
    int agree;
    struct source *found = n > 0 ? find(sent, (size_t)n, &agree) : NULL;
    if (found && !agree) {
        release();
        return WD_SOURCE_UNKNOWN;
    }
    int goes_on = !found && count > 0 && channel->sent_until && channel->sent_until == pieces[0].iov_base;
    if (!found && !goes_on)
        found = only_one();
    if (found) {
        *context = found->context;
        *loss = (enum wd_stream_loss)found->loss;
        passed_on(found->number, found->context);
    } else if (goes_on) {
        *context = channel->sent_source;
        *loss = channel->sent_source_loss;
    }
    if (found || goes_on) {
        channel->sent_source = *context;
        channel->sent_source_loss = (uint8_t)*loss;
    }
    release();
    return found || goes_on ? WD_SOURCE_FOUND : WD_SOURCE_UNKNOWN;
}
