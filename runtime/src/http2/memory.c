/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/memory.h"

#include <stdint.h>
#include <string.h>

#include "http2/short_lock.h"
#include "memory/region.h"

#define SMALLEST 5 /* pieces of 32 bytes, their header among them */
#define CLASSES 13 /* up to 128 KiB */

struct piece {
    uint64_t size_class;
    union {
        struct piece *next; /* while it is free */
        char content[8];
    };
};

static uint32_t lock;
static char *region;
static size_t used;
static struct piece *free_pieces[CLASSES];

static unsigned class_of(size_t size)
{
    unsigned found = 0;
    while (found < CLASSES && ((size_t)1 << (SMALLEST + found)) < size)
        found++;
    return found;
}

static struct piece *cut(unsigned size_class)
{
    size_t size = (size_t)1 << (SMALLEST + size_class);
    if (!region)
        region = wd_region_reserve(WD_HTTP2_MEMORY);
    if (!region || used + size > WD_HTTP2_MEMORY)
        return NULL;
    struct piece *piece = (struct piece *)(void *)(region + used);
    used += size;
    piece->size_class = size_class;
    return piece;
}

static struct piece *take(unsigned size_class)
{
    struct piece *piece = free_pieces[size_class];
    if (!piece)
        return cut(size_class);
    free_pieces[size_class] = piece->next;
    return piece;
}

void *wd_http2_allocate(size_t size)
{
    unsigned size_class = size < WD_HTTP2_MEMORY ? class_of(size + offsetof(struct piece, content)) : CLASSES;
    if (size_class >= CLASSES || !wd_short_lock(&lock))
        return NULL;
    struct piece *piece = take(size_class);
    wd_short_unlock(&lock);
    return piece ? piece->content : NULL;
}

static struct piece *piece_of(void *content)
{
    return (struct piece *)(void *)((char *)content - offsetof(struct piece, content));
}

void *wd_http2_enlarge(void *content, size_t size)
{
    size_t had =
        content ? ((size_t)1 << (SMALLEST + piece_of(content)->size_class)) - offsetof(struct piece, content) : 0;
    if (content && size <= had)
        return content;
    void *larger = wd_http2_allocate(size);
    if (!larger || !content)
        return larger;
    memcpy(larger, content, had);
    wd_http2_free(content);
    return larger;
}

void wd_http2_free(void *content)
{
    if (!content || !wd_short_lock(&lock))
        return;
    struct piece *piece = piece_of(content);
    piece->next = free_pieces[piece->size_class];
    free_pieces[piece->size_class] = piece;
    wd_short_unlock(&lock);
}

/* Whoever had it may have been about to change a list. */
void wd_http2_memory_after_fork(void)
{
    if (!lock)
        return;
    for (unsigned i = 0; i < CLASSES; i++)
        free_pieces[i] = NULL;
    lock = 0;
}
