/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/heap.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "imports/got_patch.h"
#include "memory/region.h"
#include "sampler/async/names.h"
#include "symbols/elf_table.h"

#define LARGE 0x4000u
#define BUFFERS 0x200000u

static int keeps; /* atomic */
static char *buffers;
static size_t buffers_used; /* atomic */

/* The functions of the library that make names, that double tables for unwinding, and by which lists of functions are
 * made: of these the first has room for 1,000 functions, the next for twice as many, and so on. */
static struct maker {
    const char *symbol;
    uintptr_t begin, size;
} naming = { .symbol = "_ZN9CodeCache3addEPKviPKcb" }, unwinding = { .symbol = "_ZN11DwarfParser9addRecordEjjiii" },
  listing = { .symbol = "_Znwm" };

#define LIST_BYTES 24000

static int is_in(const struct maker *maker, const void *caller)
{
    return (uintptr_t)caller - maker->begin < maker->size;
}

static int is_list(size_t size)
{
    size_t times = size / LIST_BYTES;
    return size > 0 && size % LIST_BYTES == 0 && (times & (times - 1)) == 0;
}

static void *redirected_malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);
    int is_written_once = is_in(&naming, caller) || (is_list(size) && is_in(&listing, caller));
    void *memory = is_written_once ? wd_names_take(size) : NULL;
    return memory ? memory : malloc(size);
}

/* libc's would write zeros where the memory was used before. Nothing of it is given back: the library keeps its buffers
 * but for one that has become too small. */
static void *redirected_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (!buffers || __builtin_mul_overflow(count, size, &bytes) || bytes < LARGE || bytes > BUFFERS)
        return calloc(count, size);
    bytes = (bytes + 63) & ~(size_t)63;
    size_t at = __atomic_fetch_add(&buffers_used, bytes, __ATOMIC_RELAXED);
    return at <= BUFFERS - bytes ? buffers + at : calloc(count, size);
}

static int is_ours(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)buffers < BUFFERS || wd_names_has(memory);
}

static void redirected_free(void *memory)
{
    if (!is_ours(memory) && !__atomic_load_n(&keeps, __ATOMIC_RELAXED))
        free(memory);
}

void wd_heap_keep(void)
{
    __atomic_store_n(&keeps, 1, __ATOMIC_RELAXED);
}

static void *doubled(void *memory, size_t now)
{
    void *larger = wd_names_double(memory, now);
    if (!larger && (larger = malloc(2 * now)) != NULL)
        memcpy(larger, memory, now);
    if (larger && larger != memory)
        redirected_free(memory);
    return larger;
}

static void *redirected_realloc(void *memory, size_t size)
{
    return memory && is_in(&unwinding, __builtin_return_address(0)) ? doubled(memory, size / 2) : realloc(memory, size);
}

static void find(struct maker *maker, const struct link_map *map)
{
    struct wd_elf_file file = wd_elf_open(map->l_name);
    struct wd_elf_symbol symbol;
    if (wd_elf_named(&file, maker->symbol, &symbol)) {
        maker->begin = map->l_addr + symbol.begin;
        maker->size = symbol.size;
    }
    wd_elf_close(&file);
}

/* What is made without its maker being found stays libc's. */
static void redirect_names(void *library)
{
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return;
    find(&naming, map);
    find(&unwinding, map);
    find(&listing, map);
    if (naming.size == 0 && unwinding.size == 0)
        return;
    wd_names_open();
    wd_got_patch(library, "malloc", (void *)redirected_malloc);
    wd_got_patch(library, "realloc", (void *)redirected_realloc);
}

void wd_heap_redirect(void *library, int with_names)
{
    buffers = wd_region_reserve(BUFFERS);
    if (!buffers || !wd_got_patch(library, "free", (void *)redirected_free))
        return;
    wd_got_patch(library, "calloc", (void *)redirected_calloc);
    if (with_names)
        redirect_names(library);
}
