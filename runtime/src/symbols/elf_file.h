/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf_file.h: an ELF file's bytes, as far as they can be trusted. Any thread, but no signal handler: reads files.
 */
#ifndef WD_ELF_FILE_H
#define WD_ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct wd_elf_file {
    const char *bytes; /* NULL: none */
    size_t size;       /* of a whole ELF header at least */
};

/* Maps a file; empty if it cannot be read or is shorter than an ELF header. A caller that keeps names of it never
 * closes it. */
struct wd_elf_file wd_elf_open(const char *path);
void wd_elf_close(struct wd_elf_file *file);

/* Whether `size` bytes from `offset` lie inside the file. */
int wd_elf_holds(const struct wd_elf_file *file, uint64_t offset, uint64_t size);

/* The section and program headers, *n of them; NULL if the file is no 64-bit ELF file or they do not lie inside it. */
const Elf64_Shdr *wd_elf_sections(const struct wd_elf_file *file, size_t *n);
const Elf64_Phdr *wd_elf_segments(const struct wd_elf_file *file, size_t *n);

/* The first section of a type, with its contents inside the file; NULL if there is none. */
const Elf64_Shdr *wd_elf_section(const struct wd_elf_file *file, uint32_t type);

/* The first of a name, likewise. */
const Elf64_Shdr *wd_elf_section_named(const struct wd_elf_file *file, const char *name);

/* A section's name, inside the file; "" if it is not told. */
const char *wd_elf_section_name(const struct wd_elf_file *file, const Elf64_Shdr *section);

/* The name, without a directory, of the file that has its symbols (.gnu_debuglink); "" if it names none. */
void wd_elf_debug_link(const char *path, char *name, size_t size);

#endif
