/* SPDX-License-Identifier: Apache-2.0 */
#include "linked_symbols.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "symbols/build_id.h"
#include "symbols/elf_file.h"

static int read_if_same(const char *path, const uint8_t *id, size_t size, struct wd_elf_table *table)
{
    uint8_t its[WD_BUILD_ID_SIZE];
    if (wd_build_id_read(path, its) != size || memcmp(its, id, size) != 0)
        return 0;
    struct wd_elf_file elf = wd_elf_open(path);
    return wd_elf_read_symbols(&elf, SHT_SYMTAB, table);
}

int wd_linked_symbols(const char *path, const struct wd_mapped_file *copy, struct wd_elf_table *table)
{
    static const char *const places[][2] = { { "", "" }, { "", ".debug/" }, { "/usr/lib/debug", "" } };
    char link[NAME_MAX + 1], file[PATH_MAX];
    uint8_t id[WD_BUILD_ID_SIZE];
    size_t size = wd_build_id_read(copy->path, id);
    const char *slash = strrchr(path, '/');
    *table = (struct wd_elf_table){ NULL, 0 };
    wd_elf_debug_link(copy->path, link, sizeof link);
    for (size_t i = 0; size > 0 && link[0] && slash && i < sizeof places / sizeof *places; i++) {
        int n =
            snprintf(file, sizeof file, "%s%.*s%s%s", places[i][0], (int)(slash + 1 - path), path, places[i][1], link);
        if (n < (int)sizeof file && strcmp(file, path) != 0 && read_if_same(file, id, size, table))
            return 1;
    }
    return 0;
}
