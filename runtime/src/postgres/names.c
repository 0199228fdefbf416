/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/names.h"

#include <stddef.h>
#include <string.h>

void wd_pg_names_clear(struct wd_pg_names *names)
{
    memset(names, 0, offsetof(struct wd_pg_names, follows));
}

static uint32_t bucket_of(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32) % WD_PG_BUCKETS;
}

/* The number that leads to the place of a name: that is 0 where it has none. */
static uint16_t *link_to(struct wd_pg_names *names, uint64_t hash)
{
    uint16_t *link = &names->bucket[bucket_of(hash)];
    while (*link && names->hash[*link - 1] != hash)
        link = &names->follows[*link];
    return link;
}

/* Returns the place. */
static uint16_t unlink_name(struct wd_pg_names *names, uint16_t *link)
{
    uint16_t place = *link;
    *link = names->follows[place];
    return place;
}

/* One that nobody has, or has had for long. */
static uint16_t take_place(struct wd_pg_names *names)
{
    if (names->free)
        return unlink_name(names, &names->free);
    if (names->count < WD_PG_NAMES)
        return (uint16_t)++names->count;
    return unlink_name(names, link_to(names, names->hash[names->next++ % WD_PG_NAMES]));
}

static void forget(struct wd_pg_names *names, uint16_t *link)
{
    uint16_t place = unlink_name(names, link);
    names->follows[place] = names->free;
    names->free = place;
}

void wd_pg_names_set(struct wd_pg_names *names, uint64_t hash, const struct wd_pg_label *label)
{
    uint16_t *link = link_to(names, hash), place = *link;
    if (!label->synopsis) {
        if (place)
            forget(names, link);
        return;
    }
    if (!place) {
        uint16_t *first = &names->bucket[bucket_of(hash)];
        place = take_place(names);
        names->hash[place - 1] = hash;
        names->follows[place] = *first;
        *first = place;
    }
    names->label[place - 1] = *label;
}

struct wd_pg_label wd_pg_names_get(const struct wd_pg_names *names, uint64_t hash)
{
    uint16_t place = *link_to((struct wd_pg_names *)names, hash);
    return place ? names->label[place - 1] : (struct wd_pg_label){ 0 };
}
