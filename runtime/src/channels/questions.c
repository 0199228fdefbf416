/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/questions.h"

#include <string.h>

#include "channels/chains.h"
#include "channels/pieces.h"
#include "contexts/intern.h"
#include "system/clock.h"

#define SETS 256
#define WAYS 16       /* questions that are not answered, of a set; of more the oldest are forgotten */
#define KEPT_FOR 10   /* seconds, which is longer than anybody waits for an answer */
#define LOOKED_AT 320 /* bytes: header and question are shorter */
#define HEADER 12
#define NAME_LIMIT 255
#define LABEL_LIMIT 63

struct message {
    uint64_t key; /* of the question's name, type and class */
    uint32_t now; /* coarse seconds */
    uint16_t number;
    uint8_t is_answer;
};

struct question {
    uint64_t key;  /* 0: none */
    uint32_t came; /* later ones have higher ones */
    uint32_t at;   /* coarse seconds */
    whodunit_context context;
    uint16_t number;
    uint8_t is_ours;      /* this process has asked it */
    uint8_t is_passed_on; /* it was asked, and has asked it as well */
    uint8_t is_doubtful;  /* of another type one with all of that was there */
};

static struct set {
    uint32_t lock;
    uint32_t missed; /* 1 + when one that waits was not kept: who has asked is not known for a while. Atomic */
    struct question ways[WAYS];
} sets[SETS];
static uint32_t newest;
static int are_used; /* not 0: a lock may be held */

/* Nobody waits. */
static int acquire(struct set *set)
{
    return !__atomic_exchange_n(&set->lock, 1, __ATOMIC_ACQUIRE);
}

static void release(struct set *set)
{
    __atomic_store_n(&set->lock, 0, __ATOMIC_RELEASE);
}

static void note_missed(struct set *set, uint32_t now)
{
    __atomic_store_n(&set->missed, 1 + now, __ATOMIC_RELAXED);
}

static int has_missed(const struct set *set, uint32_t now)
{
    uint32_t missed = __atomic_load_n(&set->missed, __ATOMIC_RELAXED);
    return missed && now - (missed - 1) <= KEPT_FOR;
}

static struct set *set_of(const struct message *m)
{
    return &sets[m->key % SETS];
}

/* Copies the name that begins there, in small letters; returns how long it is with its end, 0: it is none. */
static size_t read_name(const unsigned char *bytes, size_t n, unsigned char *name)
{
    size_t at = 0;
    while (at < n && bytes[at]) {
        size_t end = at + 1 + bytes[at];
        if (bytes[at] > LABEL_LIMIT || end >= n || end >= NAME_LIMIT)
            return 0;
        for (name[at] = bytes[at], at++; at < end; at++)
            name[at] = bytes[at] >= 'A' && bytes[at] <= 'Z' ? bytes[at] | 32 : bytes[at];
    }
    if (at == n)
        return 0;
    name[at] = 0;
    return at + 1;
}

/* A question by itself, which is no update or the like, or an answer to one. */
static int read_message(const unsigned char *bytes, size_t n, struct message *m)
{
    enum { TYPE_AND_CLASS = 4, RESPONSE = 0x80, OPCODE = 0x78 };
    static const unsigned char one_question[] = { 0, 1 }, nothing_more[] = { 0, 0, 0, 0 };
    unsigned char asked[NAME_LIMIT + TYPE_AND_CLASS];
    if (n < HEADER || (bytes[2] & OPCODE) || memcmp(bytes + 4, one_question, sizeof one_question) != 0)
        return 0;
    m->is_answer = (bytes[2] & RESPONSE) != 0;
    if (!m->is_answer && memcmp(bytes + 6, nothing_more, sizeof nothing_more) != 0)
        return 0;
    size_t length = read_name(bytes + HEADER, n - HEADER, asked);
    if (length == 0 || n - HEADER - length < TYPE_AND_CLASS)
        return 0;
    memcpy(asked + length, bytes + HEADER + length, TYPE_AND_CLASS);
    length += TYPE_AND_CLASS;
    m->key = ((uint64_t)wd_hash(1, asked, length) << 32 | wd_hash(2, asked, length)) | 1;
    m->number = (uint16_t)(bytes[0] << 8 | bytes[1]);
    m->now = wd_coarse_seconds();
    return 1;
}

static int waits(const struct question *q, uint32_t now)
{
    return q->key && now - q->at <= KEPT_FOR;
}

static struct question *find(struct set *set, const struct message *m, int is_ours)
{
    for (struct question *q = set->ways; q < set->ways + WAYS; q++)
        if (q->key == m->key && q->number == m->number && q->is_ours == is_ours && waits(q, m->now))
            return q;
    return NULL;
}

/* For one more. A client's that still waits is not known to be one of those who ask any more. */
static struct question *next_place(struct set *set, uint32_t now)
{
    struct question *oldest = set->ways;
    for (struct question *q = set->ways; q < set->ways + WAYS && oldest->key; q++)
        if (!q->key || (int32_t)(q->came - oldest->came) < 0)
            oldest = q;
    if (waits(oldest, now) && !oldest->is_ours)
        note_missed(set, now);
    return oldest;
}

static void keep(struct set *set, const struct message *m, int is_ours, whodunit_context context, int is_doubtful)
{
    struct question *same = find(set, m, is_ours), *place = same ? same : next_place(set, m->now);
    int loses_one =
        waits(place, m->now) && place->key == m->key && wd_chain_kind(place->context) != wd_chain_kind(context);
    is_doubtful |= loses_one || (same && same->is_doubtful);
    *place = (struct question){ .key = m->key,
                                .came = __atomic_add_fetch(&newest, 1, __ATOMIC_RELAXED),
                                .at = m->now,
                                .context = context,
                                .number = m->number,
                                .is_ours = (uint8_t)is_ours,
                                .is_doubtful = (uint8_t)is_doubtful };
}

static int read_received(const struct wd_transfer *t, struct message *m)
{
    return t->seen && read_message(t->pieces->iov_base, wd_transfer_first(t), m);
}

int wd_question_came(const struct wd_transfer *t, whodunit_context context, enum wd_stream_loss loss)
{
    struct message m;
    if (!read_received(t, &m))
        return 0;
    struct set *set = set_of(&m);
    __atomic_store_n(&are_used, 1, __ATOMIC_RELAXED);
    if (!acquire(set)) {
        note_missed(set, m.now);
        return 1;
    }
    struct question *ours = m.is_answer ? find(set, &m, 1) : NULL;
    if (ours)
        ours->key = 0;
    else if (!m.is_answer)
        keep(set, &m, 0, context, loss != WD_LOSS_NONE);
    release(set);
    return ours || !m.is_answer;
}

int wd_question_is_answered(const struct wd_transfer *t, whodunit_context *context)
{
    struct message m;
    if (__atomic_load_n(&newest, __ATOMIC_RELAXED) == 0 || !read_received(t, &m) || !m.is_answer)
        return 0;
    struct set *set = set_of(&m);
    if (!acquire(set))
        return 0;
    const struct question *ours = find(set, &m, 1);
    int is_known = ours && !ours->is_doubtful;
    if (is_known)
        *context = ours->context;
    release(set);
    return is_known;
}

/* The newest that has asked the same, one that was not passed on before others; NULL: none has, or several types. */
static struct question *asks_the_same(struct set *set, const struct message *m)
{
    struct question *best = NULL;
    for (struct question *q = set->ways; q < set->ways + WAYS; q++) {
        if (q->key != m->key || q->is_ours || !waits(q, m->now))
            continue;
        if (q->is_doubtful || (best && wd_chain_kind(q->context) != wd_chain_kind(best->context)))
            return NULL;
        int is_better = !best || q->is_passed_on < best->is_passed_on ||
                        (q->is_passed_on == best->is_passed_on && (int32_t)(q->came - best->came) > 0);
        best = is_better ? q : best;
    }
    return best;
}

/* Under the lock. */
static int look_for(struct set *set, const struct message *m, whodunit_context *context)
{
    struct question *asked = m->is_answer ? find(set, m, 0) : asks_the_same(set, m);
    int is_known = asked && !asked->is_doubtful && !has_missed(set, m->now);
    if (is_known)
        *context = asked->context;
    if (m->is_answer) {
        if (asked)
            asked->key = 0;
    } else if (!asked) {
        struct question *before = find(set, m, 1); /* what answers it is not known to answer that one */
        if (before)
            before->key = 0;
    } else {
        asked->is_passed_on = 1;
        keep(set, m, 1, asked->context, !is_known);
    }
    return is_known;
}

int wd_question_of(const struct iovec *pieces, size_t count, whodunit_context *context, enum wd_stream_loss *loss)
{
    unsigned char bytes[LOOKED_AT];
    struct message m;
    if (__atomic_load_n(&newest, __ATOMIC_RELAXED) == 0 ||
        !read_message(bytes, wd_pieces_copy(pieces, count, bytes, sizeof bytes), &m))
        return 0;
    struct set *set = set_of(&m);
    *loss = WD_LOSS_AGREE;
    if (acquire(set)) {
        if (look_for(set, &m, context))
            *loss = WD_LOSS_NONE;
        release(set);
    }
    return 1;
}

void wd_questions_forget(void)
{
    if (are_used)
        memset(sets, 0, sizeof sets);
    are_used = 0;
    newest = 0;
}
