/* SPDX-License-Identifier: Apache-2.0 */
#include "process_code.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "function_names.h"
#include "identity.h"
#include "mapped_file.h"
#include "symbols/elf_file.h"
#include "symbols/elf_table.h"

#define PROCESSES 64
#define MAPPINGS 1024
#define SPANS 1024
#define USER_END (1ull << 47) /* above it is only vsyscall, and nothing is mapped later */
#define FILES 2048
#define PATH 512
#define PATIENCE_NS 10000000 /* between two looks at what a process has mapped */
#define STALE_NS 1000000000  /* it may have another library by now where one was */

/* Files, and bytes of their symbols, that are kept of root's processes and of those of the user that we run as; and of
 * all others', who may map what they like. */
#define OURS_MOST (1024u << 20)
#define OTHERS_MOST (256u << 20)

struct file {
    dev_t device;
    ino_t inode;
    char path[PATH];
    struct wd_function_names names;
    Elf64_Phdr code[4]; /* what is mapped of it */
    int codes;
};

struct mapping {
    uint64_t start, end, offset;
    struct file *file;
};

/* Addresses that are mapped without a gap, whatever is there. */
struct span {
    uint64_t start, end;
};

struct wd_code {
    uint32_t pid;
    uint64_t program;
    uint64_t looked;
    int n, spans;
    struct mapping mapping[MAPPINGS];
    struct span span[SPANS];
};

struct share {
    int files;
    uint64_t bytes;
};

static struct file *files[FILES];
static int file_count;
static struct share ours = { FILES, OURS_MOST }, others = { FILES / 2, OTHERS_MOST }; /* what is left */
static struct wd_code *processes[PROCESSES];
static unsigned replaced;
static uint64_t denied;

static struct share *share_of(uint32_t pid)
{
    uid_t user = wd_identity_user((int)pid);
    return user == 0 || user == geteuid() ? &ours : &others;
}

static void spend(struct share *share, uint64_t bytes)
{
    share->bytes -= bytes < share->bytes ? bytes : share->bytes;
}

static void read_code(struct file *file, const char *there)
{
    struct wd_elf_file elf = wd_elf_open(there);
    size_t n;
    const Elf64_Phdr *segments = wd_elf_segments(&elf, &n);
    for (size_t i = 0; segments && i < n && file->codes < 4; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_X)
            file->code[file->codes++] = segments[i];
    wd_elf_close(&elf);
}

static void read_file(struct file *file, const struct wd_mapped_part *part, struct share *share)
{
    struct wd_mapped_file there;
    uint64_t most = share->bytes < WD_MAPPED_FILE_MOST ? share->bytes : WD_MAPPED_FILE_MOST;
    if (!wd_mapped_file_copy(part, most, &there))
        return;
    read_code(file, there.path);
    uint64_t kept = wd_function_names_read(&there, most - there.copied, &file->names);
    spend(share, there.copied + kept);
    wd_mapped_file_release(&there);
}

/* A file keeps its symbols until we end. In another container the same path is another file. */
static struct file *file_of(const struct wd_mapped_part *part, dev_t device, ino_t inode)
{
    const char *path = part->path;
    for (int i = 0; i < file_count; i++)
        if (files[i]->device == device && files[i]->inode == inode && strcmp(files[i]->path, path) == 0)
            return files[i];
    struct share *share = share_of((uint32_t)part->pid);
    int fits = file_count < FILES && share->files > 0 && strlen(path) < PATH;
    struct file *file = fits ? calloc(1, sizeof *file) : NULL;
    if (!file)
        return NULL;
    file->device = device;
    file->inode = inode;
    strcpy(file->path, path);
    share->files--;
    read_file(file, part, share);
    return files[file_count++] = file;
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Of more spans than there can be the last one covers the gaps, too. */
static void add_span(struct wd_code *process, const struct mapping *m)
{
    struct span *last = process->spans ? &process->span[process->spans - 1] : NULL;
    if (last && (last->end == m->start || process->spans == SPANS))
        last->end = m->end;
    else
        process->span[process->spans++] = (struct span){ m->start, m->end };
}

static void look(struct wd_code *process)
{
    char path[64], line[PATH + 128], name[PATH];
    snprintf(path, sizeof path, "/proc/%u/maps", process->pid);
    FILE *maps = fopen(path, "re");
    process->looked = now();
    if (!maps) {
        denied += errno == EACCES || errno == EPERM;
        return;
    }
    int is_there = fgets(line, sizeof line, maps) != NULL; /* of one that has ended what was known is kept */
    if (is_there)
        process->n = process->spans = 0;
    for (; is_there; is_there = fgets(line, sizeof line, maps) != NULL) {
        struct mapping m = { 0 };
        char rights[8] = "";
        unsigned major, minor;
        ino_t inode;
        int n = sscanf(line, "%lx-%lx %7s %lx %x:%x %lu %511[^\n]", &m.start, &m.end, rights, &m.offset, &major, &minor,
                       &inode, name);
        if (n >= 7 && m.start < USER_END)
            add_span(process, &m);
        if (n != 8 || rights[2] != 'x' || name[0] != '/' || process->n == MAPPINGS)
            continue;
        const struct wd_mapped_part part = { (int)process->pid, m.start, m.end, name };
        m.file = file_of(&part, makedev(major, minor), inode);
        if (m.file)
            process->mapping[process->n++] = m;
    }
    fclose(maps);
}

struct wd_code *wd_code_of(uint32_t pid, uint64_t program)
{
    for (int i = 0; i < PROCESSES; i++)
        if (processes[i] && processes[i]->program == program)
            return processes[i];
    struct wd_code **slot = &processes[replaced++ % PROCESSES];
    if (!*slot && !(*slot = calloc(1, sizeof **slot)))
        return NULL;
    (*slot)->pid = pid;
    (*slot)->program = program;
    (*slot)->n = (*slot)->spans = 0;
    look(*slot);
    return *slot;
}

uint64_t wd_code_denied(void)
{
    return denied;
}

static const struct mapping *mapping_at(const struct wd_code *process, uint64_t address)
{
    for (int i = 0; i < process->n; i++)
        if (address >= process->mapping[i].start && address < process->mapping[i].end)
            return &process->mapping[i];
    return NULL;
}

/* Has the process mapped something since we looked, to which the address belongs? What is no address is hardly ever
 * between those that are mapped. */
static int is_new(const struct wd_code *process, uint64_t address)
{
    const struct span *span = process->span;
    int n = process->spans;
    if (n == 0 || address < span[0].start || address >= span[n - 1].end)
        return 0;
    for (int i = 0; i < n; i++)
        if (address >= span[i].start && address < span[i].end)
            return 0;
    return 1;
}

void wd_code_look_for(struct wd_code *code, const uint64_t *addresses, size_t n)
{
    uint64_t age = now() - code->looked;
    size_t i = 0;
    while (i < n && !is_new(code, addresses[i]))
        i++;
    if (age >= (i < n ? PATIENCE_NS : STALE_NS))
        look(code);
}

int wd_code_returns_to(const struct wd_code *code, uint64_t address)
{
    unsigned char b[8] = { 0 };
    struct iovec here = { b, 7 }, there = { (void *)(address - 7), 7 };
    if (!mapping_at(code, address - 1))
        return 0;
    if (process_vm_readv((pid_t)code->pid, &here, 1, &there, 1, 0) != 7) {
        denied += errno == EPERM;
        return 0;
    }
    if (b[2] == 0xe8) /* call rel32 */
        return 1;
    /* call r/m: opcode ff, 2 in the middle of the next byte; its length by the addressing */
    return (b[5] == 0xff && (b[6] & 0x38) == 0x10 && (b[6] >> 6 == 3 || (b[6] >> 6 == 0 && (b[6] & 7) != 4))) ||
           (b[4] == 0xff && (b[5] & 0xf8) == 0x50) || (b[1] == 0xff && (b[2] & 0x38) == 0x10) ||
           (b[3] == 0xff && (b[4] & 0x38) == 0x10 && (b[4] & 7) == 4) || (b[0] == 0xff && (b[1] & 0x38) == 0x10);
}

void wd_code_name(const struct wd_code *code, uint64_t address, char *out, size_t size)
{
    const struct mapping *m = mapping_at(code, address);
    if (!m) {
        snprintf(out, size, "[unknown]");
        return;
    }
    uint64_t in_file = address - m->start + m->offset, counted = in_file;
    for (int i = 0; i < m->file->codes; i++) {
        const Elf64_Phdr *s = &m->file->code[i];
        if (in_file >= s->p_offset && in_file < s->p_offset + s->p_filesz)
            counted = in_file - s->p_offset + s->p_vaddr;
    }
    const struct wd_elf_symbol *symbol = wd_function_names_find(&m->file->names, counted);
    const char *base = strrchr(m->file->path, '/');
    if (symbol)
        snprintf(out, size, "%s", symbol->name);
    else
        snprintf(out, size, "%s+0x%lx", base + 1, counted);
}
