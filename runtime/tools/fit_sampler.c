/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fit_sampler.c: copies the sampler's library, with two changes.
 *
 * It names libdl.so.2, libpthread.so.0 and librt.so.1 as needed; the copy names libc.so.6 instead. Since glibc 2.34 the
 * three are empty, but each would be five mappings of every process that loads the library, which each fork of that
 * process copies. The names are overwritten where they stand, so that the versions of their symbols, which libc.so.6
 * has too, follow.
 *
 * Its Log::debug returns at once. For each thread that begins it would write a line into the recording, which nobody
 * reads, with the recording's lock held: a host that ends in a signal's handler meanwhile could not finish it.
 *
 *   fit_sampler FROM TO
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBC "libc.so.6"

static const char *const empty[] = { "libdl.so.2", "libpthread.so.0", "librt.so.1" };

static void fail(const char *why, const char *file)
{
    fprintf(stderr, "fit_sampler: %s: %s\n", file, why);
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

/* Where the function of that (mangled) name begins in the file; 0 if it is not there. */
static size_t function(const char *bytes, size_t size, const char *name)
{
    const Elf64_Shdr *table = section(bytes, size, SHT_SYMTAB);
    if (!table)
        return 0;
    const Elf64_Shdr *all = (const Elf64_Shdr *)(bytes + ((const Elf64_Ehdr *)bytes)->e_shoff);
    const Elf64_Shdr *texts = all + table->sh_link;
    const Elf64_Sym *s = (const void *)(bytes + table->sh_offset), *end = s + table->sh_size / sizeof *s;
    for (; s < end; s++) {
        const char *text = bytes + texts->sh_offset + s->st_name;
        if (ELF64_ST_TYPE(s->st_info) == STT_FUNC && s->st_name < texts->sh_size && strcmp(text, name) == 0)
            return s->st_value - all[s->st_shndx].sh_addr + all[s->st_shndx].sh_offset;
    }
    return 0;
}

static int return_at_once(char *bytes, size_t size, const char *name)
{
    size_t at = function(bytes, size, name);
    if (at == 0 || at >= size || ((const Elf64_Ehdr *)bytes)->e_machine != EM_X86_64)
        return 0;
    bytes[at] = (char)0xc3; /* ret */
    return 1;
}

int main(int count, char **arguments)
{
    if (count != 3)
        fail("FROM and TO are needed", "usage");
    size_t size;
    char *bytes = read_file(arguments[1], &size);
    if (name_libc(bytes, size) != sizeof empty / sizeof *empty)
        fail("does not name the empty libraries as expected", arguments[1]);
    if (!return_at_once(bytes, size, "_ZN3Log5debugEPKcz"))
        fail("has no Log::debug as expected", arguments[1]);
    write_file(arguments[2], bytes, size);
    free(bytes);
    return 0;
}
