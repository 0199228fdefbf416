/* SPDX-License-Identifier: Apache-2.0 */
#include "crosstalk/globals.h"

#include <link.h>
#include <stddef.h>

#include "crosstalk/waits.h"

#define RANGES 512
#define LOCKS 4096
#define TRIES 32

struct ranges {
    uint32_t n;
    struct {
        uintptr_t begin, end;
    } range[RANGES]; /* sorted */
};

/* The one that is read is not written until the next refresh but one. */
static struct ranges both[2];
static struct ranges *current = &both[0];
static const void *locks[LOCKS]; /* open addressing; the id is the position + 1 */

static int add_module(struct dl_phdr_info *module, size_t size, void *argument)
{
    (void)size;
    struct ranges *r = argument;
    for (int i = 0; i < module->dlpi_phnum && r->n < RANGES; i++) {
        const ElfW(Phdr) *p = &module->dlpi_phdr[i];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        uintptr_t begin = module->dlpi_addr + p->p_vaddr;
        uint32_t at = r->n++;
        for (; at > 0 && r->range[at - 1].begin > begin; at--)
            r->range[at] = r->range[at - 1];
        r->range[at].begin = begin;
        r->range[at].end = begin + p->p_memsz;
    }
    return 0;
}

void wd_globals_refresh(void)
{
    struct ranges *next = current == &both[0] ? &both[1] : &both[0];
    next->n = 0;
    dl_iterate_phdr(add_module, next);
    __atomic_store_n(&current, next, __ATOMIC_RELEASE);
}

int wd_is_global(const void *lock)
{
    uintptr_t address = (uintptr_t)lock;
    const struct ranges *r = __atomic_load_n(&current, __ATOMIC_ACQUIRE);
    uint32_t low = 0, high = r->n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (address < r->range[middle].begin)
            high = middle;
        else if (address >= r->range[middle].end)
            low = middle + 1;
        else
            return 1;
    }
    return 0;
}

uint32_t wd_global_lock(const void *lock)
{
    if (!wd_is_global(lock))
        return 0;
    uint32_t hash = (uint32_t)(((uintptr_t)lock * 0x9E3779B97F4A7C15u) >> 52);
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t at = (hash + i) % LOCKS;
        const void *found = __atomic_load_n(&locks[at], __ATOMIC_ACQUIRE);
        if (!found && __atomic_compare_exchange_n(&locks[at], &found, lock, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
            found = lock;
        if (found == lock)
            return WD_UNNAMED | (at + 1);
    }
    return 0;
}

const void *wd_global_address(uint32_t id)
{
    return id > 0 && id <= LOCKS ? __atomic_load_n(&locks[id - 1], __ATOMIC_ACQUIRE) : NULL;
}
