/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/lists.h"

#include "flows/items.h"

int wd_lists_hang_on(const struct wd_dataflow *d, const struct wd_entry *item, uint32_t *store)
{
    struct wd_entry next;
    uint64_t link = wd_item_link(item);
    *store = 0;
    if (!link || !wd_entries_has(link, &next))
        return 0;
    for (int i = 0; i < d->item_count; i++)
        if (d->item[i].entry.address == link)
            return 0;
    if (wd_item_is_of_its_store(&next))
        *store = next.store;
    return 1;
}

/* A section may publish several times what it did, and each time is judged for itself. */
static int is_new(const struct wd_effect *effects, int count, uint64_t address)
{
    for (int i = 0; i < count; i++)
        if (effects[i].address == address)
            return 1;
    return 0;
}

/* Nodes of two links are unlinked by putting each neighbour into the other one. */
static int is_put_into_another(const struct wd_dataflow *d, const struct wd_effect *effects, int count, int item)
{
    for (int i = 0; i < count; i++) {
        const struct wd_effect *e = &effects[i];
        if (e->kind != WD_MOVED || e->item != item)
            continue;
        for (int k = 0; k < d->item_count; k++)
            if (d->item[k].moved && d->item[k].entry.value != d->item[item].entry.value &&
                e->address - d->item[k].entry.value < WD_ITEM_BYTES)
                return 1;
    }
    return 0;
}

static int is_taken_away(struct wd_dataflow *d, const struct wd_effect *effects, int count, int item)
{
    return d->item[item].moved && is_new(effects, count, d->item[item].entry.address) &&
           wd_dataflow_empties(d, d->item[item].entry.address) && !is_put_into_another(d, effects, count, item);
}

/* A list's two ends lie side by side. */
static int are_near(uint64_t a, uint64_t b)
{
    return a != b && (a > b ? a - b : b - a) < WD_HEAD_BYTES;
}

int wd_lists_move(struct wd_dataflow *d, const struct wd_effect *effects, int count, int item)
{
    if (!is_taken_away(d, effects, count, item))
        return 0;
    for (int i = 0; i < d->item_count; i++)
        if (are_near(d->item[i].entry.address, d->item[item].entry.address) && is_taken_away(d, effects, count, i))
            return 1;
    return 0;
}
