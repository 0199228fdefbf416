/* SPDX-License-Identifier: Apache-2.0 */
#include "got_patch.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct table {
    const ElfW(Rela) * entry;
    size_t bytes;
};

struct tables {
    const ElfW(Sym) * symbols;
    const char *strings;
    struct table calls, data;
};

static struct tables tables_of(const struct link_map *map)
{
    struct tables t = { 0 };
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        switch (d->d_tag) {
        case DT_SYMTAB: t.symbols = (const void *)d->d_un.d_ptr; break;
        case DT_STRTAB: t.strings = (const void *)d->d_un.d_ptr; break;
        case DT_JMPREL: t.calls.entry = (const void *)d->d_un.d_ptr; break;
        case DT_PLTRELSZ: t.calls.bytes = d->d_un.d_val; break;
        case DT_RELA: t.data.entry = (const void *)d->d_un.d_ptr; break;
        case DT_RELASZ: t.data.bytes = d->d_un.d_val; break;
        }
    }
    return t;
}

static void **find(const struct link_map *map, const struct tables *t, const struct table *relocations,
                   const char *symbol)
{
    for (size_t i = 0; relocations->entry && i < relocations->bytes / sizeof *relocations->entry; i++) {
        const ElfW(Rela) *r = &relocations->entry[i];
        size_t index = ELF64_R_SYM(r->r_info);
        if (index != 0 && strcmp(t->strings + t->symbols[index].st_name, symbol) == 0)
            return (void **)(map->l_addr + r->r_offset);
    }
    return NULL;
}

/* The page may also hold data, so it stays writable. */
static int write_import(void **slot, void *value)
{
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    if (mprotect((void *)((uintptr_t)slot & ~(size - 1)), size, PROT_READ | PROT_WRITE) != 0)
        return 0;
    __atomic_store_n(slot, value, __ATOMIC_RELEASE);
    return 1;
}

void *wd_got_patch(void *library, const char *symbol, void *function)
{
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return NULL;
    struct tables t = tables_of(map);
    if (!t.symbols || !t.strings)
        return NULL;
    void **slot = find(map, &t, &t.calls, symbol);
    if (!slot)
        slot = find(map, &t, &t.data, symbol);
    if (!slot)
        return NULL;
    void *before = *slot;
    return write_import(slot, function) ? before : NULL;
}
