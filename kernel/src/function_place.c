/* SPDX-License-Identifier: Apache-2.0 */
#include "function_place.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "function_names.h"
#include "linked_symbols.h"
#include "mapped_file.h"
#include "symbols.h"
#include "symbols/elf_file.h"
#include "symbols/elf_table.h"

#define PATH 512
#define FILES 1024
#define PLACES 8

struct place {
    char path[PATH];
    struct wd_mapped_part part;
    uint64_t address; /* as in the file */
    int indirect, old;
};

static char line[1024];
static struct place found[PLACES];
static int found_count;

static const char *last_name(const char *path)
{
    return strrchr(path, '/') + 1;
}

static int is_named(const char *path, const char *file)
{
    const char *last = last_name(path);
    size_t length = strlen(file);
    return strncmp(last, file, length) == 0 && (last[length] == 0 || strcmp(last + length, " (deleted)") == 0);
}

/* SHT_SYMTAB has versions in its names: "f@@V2", and "f@V1" of an older one. */
static int is_old_name(const char *name)
{
    const char *at = strchr(name, '@');
    return at && at[1] != '@';
}

static int is_called(const struct wd_elf_symbol *symbol, const char *name)
{
    size_t length = strlen(name);
    return symbol->is_code && strncmp(symbol->name, name, length) == 0 &&
           (symbol->name[length] == 0 || symbol->name[length] == '@');
}

static void note(const struct wd_mapped_part *part, const struct wd_elf_symbol *symbol)
{
    for (int i = 0; i < found_count; i++)
        if (found[i].address == symbol->begin && strcmp(found[i].path, part->path) == 0)
            return;
    if (found_count < PLACES) {
        struct place *place = &found[found_count++];
        snprintf(place->path, PATH, "%s", part->path);
        place->part = *part;
        place->part.path = place->path;
        place->indirect = symbol->is_indirect;
        place->old = symbol->is_old || is_old_name(symbol->name);
        place->address = symbol->begin;
    }
}

static void note_all(const struct wd_mapped_part *part, const struct wd_elf_table *table, const char *name)
{
    for (size_t i = 0; i < table->n; i++)
        if (is_called(&table->symbol[i], name))
            note(part, &table->symbol[i]);
}

static void look_in(const struct wd_mapped_part *part, const char *name)
{
    struct wd_mapped_file there;
    struct wd_function_names names;
    if (!wd_mapped_file_copy(part, WD_MAPPED_FILE_MOST, &there))
        return;
    wd_function_names_read(&there, WD_MAPPED_FILE_MOST, &names);
    note_all(part, &names.table, name);
    note_all(part, &names.packed, name);
    if (wd_linked_symbols(part->path, &there, &names.table))
        note_all(part, &names.table, name);
    wd_mapped_file_release(&there);
}

/* A file is mapped in several pieces, one after the other; those without code are not looked at. */
static const char *look(int pid, const char *file, const char *name)
{
    char maps_path[64], text[PATH + 128], path[PATH], before[PATH] = "";
    snprintf(maps_path, sizeof maps_path, "/proc/%d/maps", pid);
    FILE *maps = fopen(maps_path, "re");
    if (!maps) {
        snprintf(line, sizeof line, errno == ENOENT ? "there is no process %d" : "process %d cannot be looked at: %s",
                 pid, strerror(errno));
        return line;
    }
    while (fgets(text, sizeof text, maps)) {
        char rights[8];
        struct wd_mapped_part part = { .pid = pid, .path = path };
        if (sscanf(text, "%lx-%lx %7s %*s %*s %*s %511[^\n]", &part.start, &part.end, rights, path) != 4 ||
            rights[2] != 'x' || path[0] != '/' || strcmp(path, before) == 0 || (file && !is_named(path, file)))
            continue;
        strcpy(before, path);
        look_in(&part, name);
    }
    int failed = ferror(maps);
    fclose(maps);
    return failed ? "what the process has mapped cannot be read" : NULL;
}

/* A library has its functions of older versions for programs that were linked against it then: of several functions of
 * one name they are not meant. */
static void leave_old_out(void)
{
    int n = 0, news = 0;
    for (int i = 0; i < found_count; i++)
        news += !found[i].old;
    for (int i = 0; i < found_count && news > 0; i++)
        if (!found[i].old)
            found[n++] = found[i];
    found_count = news > 0 ? n : found_count;
    for (int i = 0; i < found_count; i++)
        found[i].part.path = found[i].path;
}

static int in_kernel(const char *name)
{
    for (size_t i = 0; i < wd_kernel_functions(); i++)
        if (strcmp(wd_kernel_function_at(wd_kernel_function_start(i)), name) == 0)
            return 1;
    return 0;
}

/* Of its program's file; 0: it has none. */
static int bits_of(int pid)
{
    char path[64], head[EI_NIDENT] = "";
    snprintf(path, sizeof path, "/proc/%d/exe", pid);
    FILE *program = fopen(path, "re");
    if (!program)
        return 0;
    size_t n = fread(head, 1, sizeof head, program);
    fclose(program);
    return n == sizeof head && head[EI_CLASS] == ELFCLASS32 ? 32 : 64;
}

static const char *missing(int pid, const char *function)
{
    int bits = bits_of(pid);
    if (bits == 0)
        snprintf(line, sizeof line, "process %d has no program: it is one of the kernel's, or has ended", pid);
    else if (bits == 32)
        snprintf(line, sizeof line, "process %d has 32 bits; only programs of 64 bits are measured", pid);
    else if (in_kernel(function))
        snprintf(line, sizeof line, "%s is a function of the kernel; only those of programs and libraries are measured",
                 function);
    else
        snprintf(line, sizeof line,
                 "process %d has no function %s, or its symbols are stripped; give the symbol's name, of C++ the one "
                 "that nm shows",
                 pid, function);
    return line;
}

static const char *several(const char *name)
{
    int n = snprintf(line, sizeof line, "%s is at several places, name one as FILE:%s:", name, name), one_file = 1;
    for (int i = 0; i < found_count && n < (int)sizeof line; i++) {
        n += snprintf(line + n, sizeof line - (size_t)n, "%s %s at 0x%lx", i ? "," : "", last_name(found[i].path),
                      found[i].address);
        one_file &= strcmp(found[i].path, found[0].path) == 0;
    }
    if (one_file)
        snprintf(line, sizeof line, "%s has several functions %s; none of them can be named alone", found[0].path,
                 name);
    return line;
}

/*
 * While a call is measured its return address is the kernel's, which no unwinder gets
 * past: an exception thrown through it would end the program. Runtimes that walk their
 * stacks, Go's and OCaml's, die of it as well.
 */
static const struct {
    const char *text, *language;
} marks[] = {
    { "__gxx_personality_v0", "C++" },
    { "St9exception", "C++" }, /* its library linked statically, and stripped */
    { "rust_eh_personality", "Rust" },
    { "library/std/src/", "Rust" }, /* of its messages, where it is stripped */
    { "caml_frametable", "OCaml" },
    { "OCAMLRUNPARAM", "OCaml" }, /* likewise */
    { ".gopclntab", "Go" },
};

#define NAMES_END (64u << 20)

/* Of a large file the names are at its end. Looking takes memory, also where the copy has holes. */
static const char *throws(const struct wd_elf_file *elf, const struct wd_mapped_part *part)
{
    size_t from = elf->size > NAMES_END ? elf->size - NAMES_END : 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(elf->bytes + from, elf->size - from, marks[i].text, strlen(marks[i].text)) ||
            wd_mapped_file_holds(part, marks[i].text))
            return marks[i].language;
    return NULL;
}

/* The symbol's place in the file's bytes; 0: in no code. */
static size_t offset_of(const struct wd_elf_file *elf, uint64_t address)
{
    size_t n;
    const Elf64_Phdr *segments = wd_elf_segments(elf, &n);
    for (size_t i = 0; segments && i < n; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_X && address >= segments[i].p_vaddr &&
            address - segments[i].p_vaddr < segments[i].p_filesz)
            return address - segments[i].p_vaddr + segments[i].p_offset;
    return 0;
}

static const char *take(const char *name, struct wd_function_place *place)
{
    const struct wd_mapped_part *part = &found[0].part;
    wd_mapped_file_path(part, place->file, sizeof place->file);
    place->named = found[0].path;
    struct wd_mapped_file there;
    struct wd_elf_file elf = { NULL, 0 };
    if (wd_mapped_file_copy(part, WD_MAPPED_FILE_MOST, &there)) {
        elf = wd_elf_open(there.path);
        wd_mapped_file_release(&there);
    }
    const char *language = elf.bytes ? throws(&elf, part) : NULL;
    place->offset = elf.bytes ? offset_of(&elf, found[0].address) : 0;
    wd_elf_close(&elf);
    if (language)
        snprintf(line, sizeof line,
                 "%s has %s in it: an exception, or its runtime, would end the program while a call is measured; "
                 "measure a function of a C library that it calls",
                 found[0].path, language);
    else if (found[0].indirect)
        snprintf(line, sizeof line, "%s only chooses the function that runs (an IFUNC); name that one", name);
    else if (place->offset == 0)
        snprintf(line, sizeof line, "%s is not in the code of %s", name, found[0].path);
    else
        return NULL;
    return line;
}

const char *wd_function_find(int pid, const char *function, struct wd_function_place *place)
{
    char file[PATH] = "";
    const char *colon = strrchr(function, ':'), *name = colon ? colon + 1 : function;
    found_count = 0;
    if (colon)
        snprintf(file, sizeof file, "%.*s", (int)(colon - function), function);
    const char *why = look(pid, colon ? file : NULL, name);
    if (why)
        return why;
    leave_old_out();
    return found_count == 0 ? missing(pid, function) : found_count == 1 ? take(name, place) : several(name);
}
