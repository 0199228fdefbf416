/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "flows/raw.h"

enum { RANGES = 1024, USED = 256, LOOKS = 64, BAD_PAGES = 1024 };

struct range {
    uintptr_t begin, end;
    uint64_t file;
};

static struct range ranges[RANGES];
static int range_count, looks, own = -1;
static uintptr_t bad_pages[BAD_PAGES];
static struct range used[USED], gone[USED]; /* what code was translated of, and what of that was unmapped since */
static int used_count, gone_count;

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Those of the recorder are not looked into, and binding a symbol is not part of a section. */
static int is_left_alone(const char *name)
{
    return !strncmp(name, "ld-linux", 8) || !strncmp(name, "libwhodunit", 11) ||
           !strncmp(name, "libasyncProfiler", 16) || !strncmp(name, "libZydis", 8);
}

/* The kernel's names of memory that is no file's. What is mapped twice may be written elsewhere. */
static int may_change(const char *permissions, const char *path)
{
    return permissions[1] == 'w' || permissions[3] != 'p' || !strncmp(path, "/memfd:", 7) ||
           !strncmp(path, "/dev/zero", 9) || !strncmp(path, "/anon_hugepage", 14);
}

/* "offset dev inode": two files that follow each other at a place differ in it. */
static uint64_t file_of(const char *begin, const char *end)
{
    uint64_t hash = 0;
    for (; begin < end; begin++)
        hash = (hash ^ (uint8_t)*begin) * 0x9E3779B97F4A7C15u;
    return hash;
}

/* "begin-end rwxp offset dev inode path" */
static void line(char *text)
{
    char *rest;
    uintptr_t begin = strtoul(text, &rest, 16);
    uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
    const char *path = strpbrk(text, "/[");
    if (!end || strlen(rest) < 5 || rest[3] != 'x' || !path || may_change(rest + 1, path) || range_count == RANGES)
        return;
    int ours = begin <= (uintptr_t)wd_text_length && (uintptr_t)wd_text_length < end;
    if (!ours && (*path == '[' ? strcmp(path, "[vdso]") != 0 : is_left_alone(base_name(path))))
        return;
    if (ours)
        own = range_count;
    ranges[range_count++] = (struct range){ begin, end, file_of(rest + 5, path) };
}

static void look(void)
{
    static char buffer[16384];
    int fd = (int)wd_raw_call(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    range_count = 0;
    own = -1;
    looks++;
    size_t have = 0;
    long n;
    while (fd >= 0 && (n = wd_raw_call(SYS_read, fd, (long)(buffer + have), (long)(sizeof buffer - 1 - have), 0)) > 0) {
        have += (size_t)n;
        buffer[have] = 0;
        char *begin = buffer, *newline;
        while ((newline = strchr(begin, '\n')) != NULL) {
            *newline = 0;
            line(begin);
            begin = newline + 1;
        }
        have -= (size_t)(begin - buffer);
        memmove(buffer, begin, have);
        if (have == sizeof buffer - 1)
            have = 0;
    }
    if (fd >= 0)
        wd_raw_call(SYS_close, fd, 0, 0, 0);
}

static int find(const struct range *among, int count, uintptr_t pc)
{
    for (int i = 0; i < count; i++)
        if (pc - among[i].begin < among[i].end - among[i].begin)
            return i;
    return -1;
}

static int is_same(const struct range *one, const struct range *other)
{
    return one->begin == other->begin && one->end == other->end && one->file == other->file;
}

/* False if there are too many to know when one is unmapped. */
static int use(const struct range *range)
{
    if (find(used, used_count, range->begin) >= 0)
        return 1;
    if (used_count == USED)
        return 0;
    used[used_count++] = *range;
    return 1;
}

static int look_up(uintptr_t pc)
{
    uintptr_t page = pc >> 12;
    int i = find(ranges, range_count, pc);
    if (i >= 0 || bad_pages[page % BAD_PAGES] == page || looks >= LOOKS)
        return i;
    look();
    i = find(ranges, range_count, pc);
    if (i < 0)
        bad_pages[page % BAD_PAGES] = page;
    return i;
}

/* Of our own functions those that stand for the host's. */
extern const char __start_wd_as_host[] __attribute__((weak, visibility("hidden")));
extern const char __stop_wd_as_host[] __attribute__((weak, visibility("hidden")));

static size_t as_host_length(uintptr_t pc)
{
    uintptr_t begin = (uintptr_t)__start_wd_as_host, end = (uintptr_t)__stop_wd_as_host;
    return pc - begin < end - begin ? end - pc : 0;
}

size_t wd_text_length(uintptr_t pc)
{
    size_t length = as_host_length(pc);
    if (length)
        return length;
    int i = look_up(pc);
    return i < 0 || i == own || !use(&ranges[i]) ? 0 : ranges[i].end - pc;
}

int wd_text_is_ours(uintptr_t pc)
{
    if (as_host_length(pc))
        return 0;
    int i = look_up(pc);
    return i >= 0 && i == own;
}

int wd_text_unmapped(void)
{
    int kept = 0;
    memset(bad_pages, 0, sizeof bad_pages);
    looks = gone_count = 0;
    look();
    for (int i = 0; i < used_count; i++) {
        int now = find(ranges, range_count, used[i].begin);
        if (now >= 0 && is_same(&ranges[now], &used[i]))
            used[kept++] = used[i];
        else
            gone[gone_count++] = used[i];
    }
    used_count = kept;
    return gone_count > 0;
}

int wd_text_is_gone(uintptr_t pc)
{
    return find(gone, gone_count, pc) >= 0;
}
