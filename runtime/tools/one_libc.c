/* SPDX-License-Identifier: Apache-2.0 */
/*
 * one_libc.c: copies a library that names libdl.so.2, libpthread.so.0 and librt.so.1 as needed, to one that names
 * libc.so.6 instead. Since glibc 2.34 the three are empty, but each would be five mappings of every process that loads
 * the library, which each fork of that process copies. The names are overwritten where they stand, so that the versions
 * of their symbols, which libc.so.6 has too, follow.
 *
 *   one_libc FROM TO
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBC "libc.so.6"

static const char *const empty[] = { "libdl.so.2", "libpthread.so.0", "librt.so.1" };

static void fail(const char *why, const char *file)
{
    fprintf(stderr, "one_libc: %s: %s\n", file, why);
    exit(1);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail("cannot be read", path);
    *size = (size_t)ftell(file);
    char *bytes = malloc(*size);
    rewind(file);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        fail("cannot be read", path);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        fail("cannot be written", path);
}

static const Elf64_Shdr *section(const char *bytes, size_t size, uint32_t type)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0 ||
        header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size)
        return NULL;
    const Elf64_Shdr *all = (const void *)(bytes + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++)
        if (all[i].sh_type == type && all[i].sh_offset + all[i].sh_size <= size && all[i].sh_link < header->e_shnum)
            return &all[i];
    return NULL;
}

static int is_empty(const char *name)
{
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        if (strcmp(name, empty[i]) == 0)
            return 1;
    return 0;
}

static int name_libc(char *bytes, size_t size)
{
    int named = 0;
    const Elf64_Shdr *dynamic = section(bytes, size, SHT_DYNAMIC);
    if (!dynamic)
        return 0;
    const Elf64_Shdr *texts = (const Elf64_Shdr *)(bytes + ((const Elf64_Ehdr *)bytes)->e_shoff) + dynamic->sh_link;
    const Elf64_Dyn *d = (const void *)(bytes + dynamic->sh_offset), *end = d + dynamic->sh_size / sizeof *d;
    for (; d < end && d->d_tag != DT_NULL; d++) {
        char *name = bytes + texts->sh_offset + d->d_un.d_val;
        if (d->d_tag != DT_NEEDED || d->d_un.d_val >= texts->sh_size || !is_empty(name))
            continue;
        size_t length = strlen(name);
        memset(name, 0, length);
        memcpy(name, LIBC, sizeof LIBC - 1);
        named++;
    }
    return named;
}

int main(int count, char **arguments)
{
    if (count != 3)
        fail("FROM and TO are needed", "usage");
    size_t size;
    char *bytes = read_file(arguments[1], &size);
    if (name_libc(bytes, size) != sizeof empty / sizeof *empty)
        fail("does not name the empty libraries as expected", arguments[1]);
    write_file(arguments[2], bytes, size);
    free(bytes);
    return 0;
}
