/* SPDX-License-Identifier: Apache-2.0 */
#include "imports/got_patch.h"

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
                   const char *symbol, int is_elsewhere)
{
    for (size_t i = 0; relocations->entry && i < relocations->bytes / sizeof *relocations->entry; i++) {
        const ElfW(Rela) *r = &relocations->entry[i];
        size_t index = ELF64_R_SYM(r->r_info);
        if (index != 0 && strcmp(t->strings + t->symbols[index].st_name, symbol) == 0 &&
            (!is_elsewhere || t->symbols[index].st_shndx == SHN_UNDEF))
            return (void **)(map->l_addr + r->r_offset);
    }
    return NULL;
}

/* The page may also hold data, so it stays writable. */
int wd_got_write(void **slot, void *value)
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
    void **slot = find(map, &t, &t.calls, symbol, 0);
    if (!slot)
        slot = find(map, &t, &t.data, symbol, 0);
    if (!slot)
        return NULL;
    void *before = *slot;
    return wd_got_write(slot, function) ? before : NULL;
}

struct repointed {
    const char *symbol;
    void *from, *to;
    unsigned long long newest, older; /* libraries; the older come first */
};

/* Runs under the linker's lock: nothing here may call it. */
static int repoint(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    struct repointed *r = arg;
    if (r->older) {
        r->older--;
        return 0;
    }
    struct link_map map = { .l_addr = info->dlpi_addr };
    for (size_t i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            map.l_ld = (ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    struct tables t = map.l_ld ? tables_of(&map) : (struct tables){ 0 };
    if (!t.symbols || !t.strings || (uintptr_t)t.strings < info->dlpi_addr) /* not relocated: the kernel's */
        return 0;
    for (int i = 0; i < 2; i++) {
        void **slot = find(&map, &t, i ? &t.data : &t.calls, r->symbol, !r->from);
        if (slot && (!r->from || *slot == r->from))
            wd_got_write(slot, r->to);
    }
    return 0;
}

static int count(struct dl_phdr_info *info, size_t size, void *libraries)
{
    (void)info, (void)size;
    ++*(unsigned long long *)libraries;
    return 0;
}

/* The outer call holds the lock meanwhile, so that none comes or goes. */
static int repoint_newest(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)info, (void)size;
    struct repointed *r = arg;
    unsigned long long libraries = 0;
    dl_iterate_phdr(count, &libraries);
    r->older = libraries > r->newest ? libraries - r->newest : 0;
    dl_iterate_phdr(repoint, r);
    return 1;
}

void wd_got_repoint(const char *symbol, void *from, void *to, unsigned long long newest)
{
    struct repointed r = { .symbol = symbol, .from = from, .to = to, .newest = newest };
    dl_iterate_phdr(repoint_newest, &r);
}

static int is_function_elsewhere(const ElfW(Rela) * relocation, const ElfW(Sym) * symbol)
{
    unsigned kind = ELF64_R_TYPE(relocation->r_info), type = ELF64_ST_TYPE(symbol->st_info);
    return (kind == R_X86_64_JUMP_SLOT || kind == R_X86_64_GLOB_DAT || kind == R_X86_64_64) &&
           relocation->r_addend == 0 && symbol->st_shndx == SHN_UNDEF && (type == STT_FUNC || type == STT_NOTYPE);
}

static void redirect(const struct link_map *map, const struct tables *t, const struct table *relocations,
                     void *(*instead)(const char *, void *), void *arg)
{
    for (size_t i = 0; relocations->entry && i < relocations->bytes / sizeof *relocations->entry; i++) {
        const ElfW(Rela) *r = &relocations->entry[i];
        const ElfW(Sym) *symbol = &t->symbols[ELF64_R_SYM(r->r_info)];
        if (!is_function_elsewhere(r, symbol))
            continue;
        void **slot = (void **)(map->l_addr + r->r_offset);
        void *function = instead(t->strings + symbol->st_name, arg);
        if (function && *slot != function)
            wd_got_write(slot, function);
    }
}

void wd_got_redirect(const struct link_map *library, void *(*instead)(const char *, void *), void *arg)
{
    struct tables t = tables_of(library);
    if (!t.symbols || !t.strings)
        return;
    redirect(library, &t, &t.calls, instead, arg);
    redirect(library, &t, &t.data, instead, arg);
}

const char *wd_got_needed(const struct link_map *library, size_t index)
{
    struct tables t = tables_of(library);
    for (const ElfW(Dyn) *d = library->l_ld; t.strings && d->d_tag != DT_NULL; d++)
        if (d->d_tag == DT_NEEDED && index-- == 0)
            return t.strings + d->d_un.d_val;
    return NULL;
}
