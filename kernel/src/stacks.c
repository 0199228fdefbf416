/* SPDX-License-Identifier: Apache-2.0 */
#include "stacks.h"

#include <stdlib.h>
#include <string.h>

#include "interval_file.h"
#include "unwind.h"

#define MOST (1u << 16) /* different stacks, and different names */

/* Open addressing over what has an id: the ids, by hash. */
struct table {
    uint32_t *slots;
    uint64_t *hashes; /* by id */
    uint32_t count;
};

static struct table names, stacks;
/* By number, the id; numbers are dense. */
static uint32_t *ids;
static uint32_t numbers;
static uint64_t lost;

static uint64_t hash_of(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t hash = 0xcbf29ce484222325ull;
    while (length--)
        hash = (hash ^ *at++) * 0x100000001b3ull;
    return hash;
}

/* The id of what has this hash, of 64 bits: two that have the same are taken for one. *is_new is set if it got it just
 * now. 0: there is no space for more. */
static uint32_t intern(struct table *table, uint64_t hash, int *is_new)
{
    *is_new = 0;
    if (!table->slots) {
        table->slots = calloc(2 * (size_t)MOST, sizeof *table->slots);
        table->hashes = calloc(MOST, sizeof *table->hashes);
    }
    if (!table->slots || !table->hashes)
        return 0;
    uint32_t slot = (uint32_t)(hash >> 32) % (2 * MOST);
    for (uint32_t id; (id = table->slots[slot]) != 0; slot = (slot + 1) % (2 * MOST))
        if (table->hashes[id] == hash)
            return id;
    if (table->count + 1 >= MOST)
        return 0;
    *is_new = 1;
    table->slots[slot] = ++table->count;
    table->hashes[table->count] = hash;
    return table->count;
}

static void remember(uint32_t number, uint32_t id)
{
    if (number >= numbers) {
        uint32_t more = number + number / 2 + 1024;
        uint32_t *grown = realloc(ids, more * sizeof *grown);
        if (!grown)
            return;
        memset(grown + numbers, 0, (more - numbers) * sizeof *grown);
        ids = grown;
        numbers = more;
    }
    ids[number] = id;
}

void wd_stacks_tell(const struct wd_stack_event *event)
{
    static char text[WD_UNWIND_DEPTH][WD_UNWIND_NAME];
    uint32_t frames[WD_UNWIND_DEPTH] = { 0 }, n = wd_unwind(event, text);
    int is_new;
    for (uint32_t i = 0; i < n; i++) {
        frames[i] = intern(&names, hash_of(text[i], strlen(text[i])), &is_new);
        if (is_new)
            wd_intervals_define_name(frames[i], text[i]);
    }
    uint32_t id = n ? intern(&stacks, hash_of(frames, n * sizeof *frames), &is_new) : 0;
    if (id && is_new)
        wd_intervals_define_stack(id, frames, n);
    lost += n > 0 && id == 0;
    remember(event->number, id);
}

uint32_t wd_stacks_id(uint32_t number)
{
    return number < numbers ? ids[number] : 0;
}

uint64_t wd_stacks_lost(void)
{
    return lost;
}
