/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/versions.h"

#include <stddef.h>

#include "flows/each_section.h"
#include "memory/region.h"

int wd_version_begin(struct wd_version *v, int learns, uint32_t slots)
{
    v->slots = slots;
    v->used = 0;
    v->learns = learns;
    v->table = wd_region_reserve(slots * sizeof *v->table);
    return v->table != NULL;
}

static WD_EACH_SECTION struct wd_translated *probe(const struct wd_version *v, uintptr_t pc)
{
    uint32_t i = (uint32_t)((pc * 0x9E3779B97F4A7C15u) >> 32) & (v->slots - 1);
    for (;; i = (i + 1) & (v->slots - 1)) {
        uintptr_t there = __atomic_load_n(&v->table[i].pc, __ATOMIC_ACQUIRE);
        if (there == pc || there == 0)
            return &v->table[i];
    }
}

WD_EACH_SECTION uint8_t *wd_version_find(const struct wd_version *v, uintptr_t pc)
{
    struct wd_translated *t = probe(v, pc);
    return t->pc == pc ? t->code : NULL;
}

void wd_version_forget(struct wd_version *v)
{
    for (uint32_t i = 0; i < v->slots && v->used; i++)
        __atomic_store_n(&v->table[i].pc, 0, __ATOMIC_RELEASE);
    v->used = 0;
}

int wd_version_has(const struct wd_version *v, int (*is_one)(uintptr_t pc))
{
    for (uint32_t i = 0; i < v->slots && v->used; i++)
        if (v->table[i].pc && is_one(v->table[i].pc))
            return 1;
    return 0;
}

int wd_version_is_full(const struct wd_version *v)
{
    return v->used >= v->slots / 4 * 3;
}

int wd_version_remember(struct wd_version *v, uintptr_t pc, uint8_t *code)
{
    if (wd_version_is_full(v))
        return 0;
    struct wd_translated *t = probe(v, pc);
    t->code = code;
    v->used++;
    __atomic_store_n(&t->pc, pc, __ATOMIC_RELEASE);
    return 1;
}

int wd_version_learnt(const struct wd_version *v, uintptr_t pc)
{
    for (int i = 0; i < v->learnt_count; i++)
        if (v->learnt[i] == pc)
            return i + 1;
    return 0;
}
