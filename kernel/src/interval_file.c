/* SPDX-License-Identifier: Apache-2.0 */
#include "interval_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 65536
#define LONGEST 160 /* of one interval */
#define MAGIC 0x42574457u

enum { DEFINITIONS = 1, INTERVALS, TOTALS };

struct head {
    uint32_t magic, type, length, crc, count;
    uint64_t first, low, last;
    uint32_t head_crc;
} __attribute__((packed));

struct block {
    int type;
    uint32_t length, count;
    uint64_t first, low, last, before;
    uint8_t bytes[BLOCK];
};

static int file = -1;
static off_t end; /* of what is in the file whole */
static uint64_t lost;
static struct block intervals = { .type = INTERVALS }, definitions = { .type = DEFINITIONS },
                    totals = { .type = TOTALS };

/* The polynomial of zlib and Ethernet. */
static uint32_t crc32_of(const void *bytes, size_t length)
{
    static uint32_t table[256];
    const uint8_t *at = bytes;
    uint32_t crc = ~0u;
    if (!table[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int bit = 0; bit < 8; bit++)
                c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
            table[i] = c;
        }
    while (length--) /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the bytes of numbers */
        crc = crc >> 8 ^ table[(crc ^ *at++) & 0xff];
    return ~crc;
}

/* Of what the disk has no space for, nothing is left. */
static int write_at(off_t at, const void *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = pwrite(file, bytes, length, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            ftruncate(file, end);
            return 0;
        }
        bytes = (const char *)bytes + n;
        at += n;
        length -= (size_t)n;
    }
    return 1;
}

/* Empties it. False, and it is as it was, if the disk has no space for it. */
static int write_block(struct block *block)
{
    struct head head = { MAGIC,
                         (uint32_t)block->type,
                         block->length,
                         crc32_of(block->bytes, block->length),
                         block->count,
                         block->first,
                         block->low,
                         block->last,
                         0 };
    off_t contents = end + (off_t)sizeof head;
    if (block->length == 0)
        return 1;
    head.head_crc = crc32_of(&head, sizeof head - sizeof head.head_crc);
    if (!write_at(end, &head, sizeof head) || !write_at(contents, block->bytes, block->length))
        return 0;
    end = contents + block->length;
    block->length = block->count = 0;
    return 1;
}

/* A block waits for space on the disk until it is full. */
static void make_space(struct block *block, size_t needed)
{
    if (block->length + needed <= BLOCK || write_block(block))
        return;
    lost += block->length;
    block->length = block->count = 0;
}

static void byte(struct block *block, unsigned value)
{
    block->bytes[block->length++] = (uint8_t)value;
}

static void number(struct block *block, uint64_t value)
{
    for (; value > 127; value >>= 7)
        byte(block, (unsigned)(value & 127) | 128);
    byte(block, (unsigned)value);
}

static void text(struct block *block, const char *string)
{
    size_t length = strnlen(string, 255);
    number(block, length);
    memcpy(block->bytes + block->length, string, length);
    block->length += (uint32_t)length;
}

static uint64_t now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

const char *wd_intervals_open(const char *path)
{
    static char why[256];
    uint64_t head[4] = { 0, now(CLOCK_MONOTONIC), now(CLOCK_REALTIME), 0 };
    memcpy(head, "WDWAIT02", 8);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) {
        snprintf(why, sizeof why, "the file of waits cannot be made: %s", strerror(errno));
        return why;
    }
    if (!write_at(0, head, sizeof head)) {
        snprintf(why, sizeof why, "the file of waits cannot be written: %s", strerror(errno));
        wd_intervals_close();
        unlink(path);
        return why;
    }
    end = sizeof head;
    return NULL;
}

void wd_intervals_add(const struct wd_interval *i, uint32_t thread, uint32_t waker)
{
    struct block *b = &intervals;
    unsigned by = i->on_by >> 8 & 7;
    int stacks = i->stack || i->waker_stack;
    make_space(b, LONGEST);
    if (b->count++ == 0) {
        b->first = i->blocked;
        b->low = b->last = i->running;
        b->before = 0;
    }
    if (i->blocked < b->first)
        b->first = i->blocked;
    if (i->running < b->low)
        b->low = i->running;
    if (i->running > b->last)
        b->last = i->running;
    int64_t step = (int64_t)(i->running - b->before);
    b->before = i->running;
    byte(b, (i->on_by & 15) | by << 4 | (stacks ? 128 : 0));
    number(b, thread);
    number(b, (uint64_t)step << 1 ^ (uint64_t)(step >> 63));
    number(b, i->running - i->woken);
    number(b, i->woken - i->blocked);
    number(b, i->ran);
    if (by == WD_BY_THREAD)
        number(b, waker);
    number(b, (uint64_t)i->context << 1 | (i->begun != 0));
    if (i->begun) {
        number(b, i->begun);
        number(b, i->last_begun);
    }
    if (by == WD_BY_THREAD)
        number(b, i->waker_context);
    if (stacks) {
        number(b, i->stack);
        number(b, i->waker_stack);
    }
}

static struct block entry;

static void define(int tag)
{
    make_space(&definitions, entry.length + 8);
    byte(&definitions, (unsigned)tag);
    number(&definitions, entry.length);
    memcpy(definitions.bytes + definitions.length, entry.bytes, entry.length);
    definitions.length += entry.length;
    entry.length = 0;
}

void wd_intervals_define_name(uint32_t id, const char *name)
{
    number(&entry, id);
    text(&entry, name);
    define('N');
}

void wd_intervals_define_stack(uint32_t id, const uint32_t *names, uint32_t n)
{
    number(&entry, id);
    number(&entry, n);
    for (uint32_t i = 0; i < n; i++)
        number(&entry, names[i]);
    define('S');
}

void wd_intervals_define(const struct wd_thread_entry *t)
{
    const uint64_t fields[] = { t->id,     t->tid,     t->pid,   t->own_pid,
                                t->parent, t->started, t->ended, (uint64_t)(t->recorded != 0) };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        number(&entry, fields[i]);
    text(&entry, t->name);
    number(&entry, t->own_tid);
    define('T');
}

void wd_intervals_total(const char *name, uint64_t n)
{
    make_space(&totals, 300);
    text(&totals, name);
    number(&totals, n);
}

void wd_intervals_flush(void)
{
    write_block(&intervals);
    write_block(&definitions);
    if (!write_block(&totals))
        totals.length = 0; /* they are told again */
}

uint64_t wd_intervals_lost(void)
{
    return lost;
}

void wd_intervals_close(void)
{
    wd_intervals_flush();
    if (file >= 0)
        close(file);
    file = -1;
}
