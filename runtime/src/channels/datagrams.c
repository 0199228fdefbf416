/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/datagrams.h"

#include <string.h>

#include "channels/pieces.h"
#include "contexts/intern.h"

#define TRIES 8
#define LOOKED_AT 2048

/* What is in it, to begin with, and its length where that is known. */
static uint64_t key_of(const unsigned char *bytes, size_t n, size_t length)
{
    uint64_t key = (uint64_t)wd_hash((uint32_t)length, bytes, n) << 32 | wd_hash(~(uint32_t)length, bytes, n);
    return key ? key : 1;
}

static uint32_t check_of(const struct wd_datagram *d)
{
    uint32_t check = wd_hash(5, d, offsetof(struct wd_datagram, check));
    return check ? check : 1;
}

static struct wd_datagram *slot(uint64_t key, uint32_t i)
{
    return &wd_channels_memory->datagrams[((uint32_t)(key >> 17) + i) % WD_DATAGRAMS];
}

static void store(struct wd_datagram *shared, struct wd_datagram d)
{
    d.check = check_of(&d);
    __atomic_store_n(&shared->check, 0, __ATOMIC_RELEASE);
    *(volatile struct wd_datagram *)shared = d;
}

static struct wd_datagram *find(uint64_t key)
{
    for (uint32_t i = 0; i < TRIES; i++)
        if (__atomic_load_n(&slot(key, i)->key, __ATOMIC_ACQUIRE) == key)
            return slot(key, i);
    return NULL;
}

void wd_datagram_sent(const struct iovec *pieces, size_t count, uint64_t uid, uint32_t synopsis)
{
    unsigned char bytes[LOOKED_AT];
    size_t length = 0; /* as the receiver will see it */
    for (size_t i = 0; i < count; i++)
        length += pieces[i].iov_len;
    size_t n = wd_pieces_copy(pieces, length ? count : 0, bytes, sizeof bytes);
    if (n == 0)
        return;
    uint64_t key = key_of(bytes, n, length);
    struct wd_datagram *shared = find(key);
    if (shared) {
        if (shared->uid != uid || shared->synopsis != synopsis)
            store(shared, (struct wd_datagram){ .key = key, .synopsis = WD_LOSS_SENDERS });
        return;
    }
    for (uint32_t i = 0; i < TRIES && !shared; i++)
        if (__atomic_load_n(&slot(key, i)->key, __ATOMIC_RELAXED) == 0)
            shared = slot(key, i);
    if (!shared) /* some of these have been lost on their way */
        shared = slot(key, (uint32_t)key % TRIES);
    store(shared, (struct wd_datagram){ .key = key, .uid = uid, .synopsis = synopsis });
}

struct wd_sender wd_datagram_received(const struct iovec *pieces, size_t count, size_t length)
{
    unsigned char bytes[LOOKED_AT] = { 0 };
    size_t n = 0;
    struct wd_sender sender = { 0 };
    for (size_t i = 0; i < count && n < length && n < sizeof bytes; i++) {
        size_t piece = pieces[i].iov_len < length - n ? pieces[i].iov_len : length - n;
        piece = piece < sizeof bytes - n ? piece : sizeof bytes - n;
        memcpy(bytes + n, pieces[i].iov_base, piece);
        n += piece;
    }
    uint64_t key = key_of(bytes, n, length);
    struct wd_datagram *shared = n ? find(key) : NULL;
    if (!shared)
        return sender;
    struct wd_datagram d = *(volatile struct wd_datagram *)shared;
    if (d.key != key || d.check != check_of(&d))
        return sender;
    __atomic_store_n(&shared->key, 0, __ATOMIC_RELEASE);
    if (d.uid == 0)
        sender.loss = d.synopsis && d.synopsis < WD_LOSSES ? (enum wd_stream_loss)d.synopsis : WD_LOSS_TORN;
    sender.known = 1;
    sender.uid = d.uid;
    sender.synopsis = d.synopsis;
    return sender;
}
