/* SPDX-License-Identifier: Apache-2.0 */
#include "postgres/names.h"

void wd_pg_names_clear(struct wd_pg_names *names)
{
    names->count = names->next = 0;
}

static struct wd_pg_label *find(struct wd_pg_names *names, uint64_t hash)
{
    for (uint32_t i = names->count; i-- > 0;)
        if (names->hash[i] == hash)
            return &names->label[i];
    return 0;
}

void wd_pg_names_set(struct wd_pg_names *names, uint64_t hash, const struct wd_pg_label *label)
{
    struct wd_pg_label *known = find(names, hash);
    if (known) {
        *known = *label;
        return;
    }
    if (!label->synopsis)
        return;
    uint32_t at = names->count < WD_PG_NAMES ? names->count++ : names->next++ % WD_PG_NAMES;
    names->hash[at] = hash;
    names->label[at] = *label;
}

struct wd_pg_label wd_pg_names_get(const struct wd_pg_names *names, uint64_t hash)
{
    const struct wd_pg_label *known = find((struct wd_pg_names *)names, hash);
    return known ? *known : (struct wd_pg_label){ 0 };
}
