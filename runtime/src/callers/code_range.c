/* SPDX-License-Identifier: Apache-2.0 */
#include "callers/code_range.h"

#include <link.h>
#include <stddef.h>

struct search {
    uintptr_t address;
    struct wd_code_range found;
};

static int look(struct dl_phdr_info *module, size_t size, void *user)
{
    (void)size;
    struct search *search = user;
    struct wd_code_range range = { UINTPTR_MAX, 0 };
    for (int i = 0; i < module->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &module->dlpi_phdr[i];
        uintptr_t begin = module->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type != PT_LOAD)
            continue;
        range.begin = begin < range.begin ? begin : range.begin;
        range.end = end > range.end ? end : range.end;
    }
    if (!wd_code_range_has(&range, search->address))
        return 0;
    search->found = range;
    return 1;
}

struct wd_code_range wd_code_range_of(const void *code)
{
    struct search search = { .address = (uintptr_t)code };
    dl_iterate_phdr(look, &search);
    return search.found;
}
