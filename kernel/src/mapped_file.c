/* SPDX-License-Identifier: Apache-2.0 */
#include "mapped_file.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct copy {
    int from, to;
    uint64_t size, left; /* of the file; that may still be copied */
};

/* Of the mapping itself: by the name of a file that was removed, or that is outside of the process's root directory, as
 * of a server that has left it (chroot), there is nothing. */
static int open_mapped(const struct wd_mapped_part *part)
{
    char path[96];
    snprintf(path, sizeof path, "/proc/%d/map_files/%lx-%lx", part->pid, part->start, part->end);
    return open(path, O_PATH | O_CLOEXEC);
}

static int open_named(const struct wd_mapped_part *part)
{
    char root[32];
    struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS };
    snprintf(root, sizeof root, "/proc/%d/root", part->pid);
    int directory = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = directory < 0 ? -1 : (int)syscall(SYS_openat2, directory, part->path, &how, sizeof how);
    if (directory >= 0)
        close(directory);
    return fd;
}

/* Looked at first: what opening does to something else than a file cannot be undone. */
static int open_regular(const struct wd_mapped_part *part)
{
    char held[32];
    struct stat is;
    int file = -1, fd = open_mapped(part);
    if (fd < 0)
        fd = open_named(part);
    if (fd >= 0 && fstat(fd, &is) == 0 && S_ISREG(is.st_mode)) {
        snprintf(held, sizeof held, "/proc/self/fd/%d", fd);
        file = open(held, O_RDONLY | O_CLOEXEC);
    }
    if (fd >= 0)
        close(fd);
    return file;
}

/* False: they are not there, or too many. */
static int copy_bytes(struct copy *copy, uint64_t offset, uint64_t length)
{
    static char bytes[1 << 16];
    if (offset > copy->size || length > copy->size - offset || length > copy->left)
        return 0;
    copy->left -= length;
    while (length > 0) {
        ssize_t n = pread(copy->from, bytes, length < sizeof bytes ? length : sizeof bytes, (off_t)offset);
        if (n <= 0 || pwrite(copy->to, bytes, (size_t)n, (off_t)offset) != n)
            return 0;
        offset += (uint64_t)n;
        length -= (uint64_t)n;
    }
    return 1;
}

/* One header of a table, as it was copied: the original may be another one by now. */
static int header_at(struct copy *copy, uint64_t table, size_t i, void *header, size_t size)
{
    return pread(copy->to, header, size, (off_t)(table + i * size)) == (ssize_t)size;
}

/* In the copy there is none then: even to read what is not there would take memory. */
static void leave_section_out(struct copy *copy, uint64_t table, size_t i)
{
    const Elf64_Shdr none = { .sh_type = SHT_NULL };
    if (pwrite(copy->to, &none, sizeof none, (off_t)(table + i * sizeof none)) != (ssize_t)sizeof none)
        copy->left = 0;
}

/* By its name. */
static int tells_more(struct copy *copy, const Elf64_Ehdr *head, const Elf64_Shdr *section)
{
    char name[sizeof WD_PACKED_SYMBOLS];
    Elf64_Shdr names;
    return section->sh_type == SHT_PROGBITS && !(section->sh_flags & SHF_ALLOC) &&
           header_at(copy, head->e_shoff, head->e_shstrndx, &names, sizeof names) &&
           pread(copy->from, name, sizeof name, (off_t)(names.sh_offset + section->sh_name)) == sizeof name &&
           (memcmp(name, WD_PACKED_SYMBOLS, sizeof name) == 0 || memcmp(name, WD_LINK_TO_SYMBOLS, sizeof name) == 0);
}

static int tells_functions(struct copy *copy, const Elf64_Ehdr *head, const Elf64_Shdr *section)
{
    return section->sh_type == SHT_SYMTAB || section->sh_type == SHT_DYNSYM || section->sh_type == SHT_STRTAB ||
           section->sh_type == SHT_GNU_versym || tells_more(copy, head, section);
}

static void copy_what_tells_functions(struct copy *copy)
{
    Elf64_Ehdr head;
    Elf64_Shdr section;
    Elf64_Phdr segment;
    copy_bytes(copy, 0, sizeof head);
    if (!header_at(copy, 0, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64)
        return;
    copy_bytes(copy, head.e_phoff, head.e_phnum * sizeof segment);
    copy_bytes(copy, head.e_shoff, head.e_shnum * sizeof section);
    for (size_t i = 0; i < head.e_phnum && header_at(copy, head.e_phoff, i, &segment, sizeof segment); i++)
        if (segment.p_type == PT_NOTE)
            copy_bytes(copy, segment.p_offset, segment.p_filesz);
    for (size_t i = 0; i < head.e_shnum && header_at(copy, head.e_shoff, i, &section, sizeof section); i++)
        if (tells_functions(copy, &head, &section) && !copy_bytes(copy, section.sh_offset, section.sh_size))
            leave_section_out(copy, head.e_shoff, i);
}

int wd_mapped_file_copy(const struct wd_mapped_part *part, uint64_t most, struct wd_mapped_file *file)
{
    struct stat is;
    struct copy copy = { .from = open_regular(part), .left = most };
    copy.to = copy.from < 0 ? -1 : memfd_create("symbols", MFD_CLOEXEC);
    if (copy.to >= 0 && fstat(copy.from, &is) == 0 && ftruncate(copy.to, is.st_size) == 0) {
        copy.size = (uint64_t)is.st_size;
        copy_what_tells_functions(&copy);
    }
    if (copy.from >= 0)
        close(copy.from);
    file->fd = copy.to;
    file->copied = most - copy.left;
    snprintf(file->path, sizeof file->path, "/proc/self/fd/%d", file->fd);
    return file->fd >= 0;
}

void wd_mapped_file_release(struct wd_mapped_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

void wd_mapped_file_path(const struct wd_mapped_part *part, char *out, size_t size)
{
    int fd = open_mapped(part);
    if (fd >= 0)
        snprintf(out, size, "/proc/%d/map_files/%lx-%lx", part->pid, part->start, part->end);
    else
        snprintf(out, size, "/proc/%d/root%s", part->pid, part->path);
    if (fd >= 0)
        close(fd);
}

int wd_mapped_file_holds(const struct wd_mapped_part *part, const char *text)
{
    static char bytes[32 + (1 << 16)]; /* first the end of what was read before */
    int file = open_regular(part), found = 0;
    uint64_t offset = 0;
    ssize_t n;
    memset(bytes, 0, 32);
    while (!found && file >= 0 && offset < WD_MAPPED_FILE_MOST &&
           (n = pread(file, bytes + 32, sizeof bytes - 32, (off_t)offset)) > 0) {
        found = memmem(bytes, 32 + (size_t)n, text, strlen(text)) != NULL;
        memmove(bytes, bytes + n, 32);
        offset += (uint64_t)n;
    }
    if (file >= 0)
        close(file);
    return found;
}
