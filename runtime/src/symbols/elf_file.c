/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/elf_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "system/syscalls.h"

struct wd_elf_file wd_elf_open(const char *path)
{
    struct wd_elf_file file = { NULL, 0 };
    struct stat s;
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0); /* a FIFO by that name: nobody may ever write */
    if (fd < 0)
        return file;
    if (wd_sys_fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size >= (off_t)sizeof(Elf64_Ehdr)) {
        void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED)
            file = (struct wd_elf_file){ p, (size_t)s.st_size };
    }
    wd_sys_close(fd);
    return file;
}

void wd_elf_close(struct wd_elf_file *file)
{
    if (file->bytes)
        munmap((void *)file->bytes, file->size);
    *file = (struct wd_elf_file){ NULL, 0 };
}

int wd_elf_holds(const struct wd_elf_file *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

/* A table of headers; its entries are read where they lie. */
static const void *headers(const struct wd_elf_file *file, uint64_t offset, size_t n, size_t size, size_t expected)
{
    int is_readable = size == expected && offset % _Alignof(Elf64_Shdr) == 0 && wd_elf_holds(file, offset, n * size);
    return is_readable ? file->bytes + offset : NULL;
}

static const Elf64_Ehdr *head(const struct wd_elf_file *file)
{
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)file->bytes;
    return head && file->size >= sizeof *head && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
                   head->e_ident[EI_CLASS] == ELFCLASS64
               ? head
               : NULL;
}

const Elf64_Shdr *wd_elf_sections(const struct wd_elf_file *file, size_t *n)
{
    const Elf64_Ehdr *h = head(file);
    *n = h ? h->e_shnum : 0;
    return h ? headers(file, h->e_shoff, *n, h->e_shentsize, sizeof(Elf64_Shdr)) : NULL;
}

const Elf64_Phdr *wd_elf_segments(const struct wd_elf_file *file, size_t *n)
{
    const Elf64_Ehdr *h = head(file);
    *n = h ? h->e_phnum : 0;
    return h ? headers(file, h->e_phoff, *n, h->e_phentsize, sizeof(Elf64_Phdr)) : NULL;
}

const Elf64_Shdr *wd_elf_section(const struct wd_elf_file *file, uint32_t type)
{
    size_t n;
    const Elf64_Shdr *all = wd_elf_sections(file, &n);
    for (size_t i = 0; all && i < n; i++)
        if (all[i].sh_type == type && wd_elf_holds(file, all[i].sh_offset, all[i].sh_size))
            return &all[i];
    return NULL;
}

const char *wd_elf_section_name(const struct wd_elf_file *file, const Elf64_Shdr *section)
{
    size_t n;
    const Elf64_Shdr *all = wd_elf_sections(file, &n);
    size_t index = all ? head(file)->e_shstrndx : 0;
    if (!all || index >= n || !wd_elf_holds(file, all[index].sh_offset, all[index].sh_size) ||
        section->sh_name >= all[index].sh_size || file->bytes[all[index].sh_offset + all[index].sh_size - 1] != 0)
        return "";
    return file->bytes + all[index].sh_offset + section->sh_name;
}

const Elf64_Shdr *wd_elf_section_named(const struct wd_elf_file *file, const char *name)
{
    size_t n;
    const Elf64_Shdr *all = wd_elf_sections(file, &n);
    for (size_t i = 0; all && i < n; i++)
        if (strcmp(wd_elf_section_name(file, &all[i]), name) == 0 &&
            wd_elf_holds(file, all[i].sh_offset, all[i].sh_size))
            return &all[i];
    return NULL;
}

void wd_elf_debug_link(const char *path, char *name, size_t size)
{
    struct wd_elf_file file = wd_elf_open(path);
    const Elf64_Shdr *link = wd_elf_section_named(&file, ".gnu_debuglink");
    const char *bytes = link ? file.bytes + link->sh_offset : "";
    snprintf(name, size, "%.*s", link ? (int)strnlen(bytes, link->sh_size) : 0, bytes);
    if (strchr(name, '/'))
        name[0] = 0;
    wd_elf_close(&file);
}
