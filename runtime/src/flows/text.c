/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "flows/raw.h"

enum { RANGES = 1024, LOOKS = 64, BAD_PAGES = 1024 };

static struct {
    uintptr_t begin, end;
    int ours;
} ranges[RANGES];
static int range_count, looks;
static uintptr_t bad_pages[BAD_PAGES];

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

/* "begin-end rwxp offset dev inode path" */
static void line(char *text)
{
    char *rest;
    uintptr_t begin = strtoul(text, &rest, 16);
    uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
    const char *path = strpbrk(text, "/[");
    if (!end || strlen(rest) < 5 || rest[3] != 'x' || rest[2] == 'w' || !path || range_count == RANGES)
        return;
    int ours = begin <= (uintptr_t)wd_text_length && (uintptr_t)wd_text_length < end;
    if (!ours && (*path == '[' ? strcmp(path, "[vdso]") != 0 : is_left_alone(base_name(path))))
        return;
    ranges[range_count].begin = begin;
    ranges[range_count].end = end;
    ranges[range_count++].ours = ours;
}

static void look(void)
{
    static char buffer[16384];
    int fd = (int)wd_raw_call(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    range_count = 0;
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

static int find(uintptr_t pc)
{
    for (int i = 0; i < range_count; i++)
        if (pc - ranges[i].begin < ranges[i].end - ranges[i].begin)
            return i;
    return -1;
}

static int look_up(uintptr_t pc)
{
    uintptr_t page = pc >> 12;
    int i = find(pc);
    if (i >= 0 || bad_pages[page % BAD_PAGES] == page || looks >= LOOKS)
        return i;
    look();
    i = find(pc);
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
    return i < 0 || ranges[i].ours ? 0 : ranges[i].end - pc;
}

int wd_text_is_ours(uintptr_t pc)
{
    if (as_host_length(pc))
        return 0;
    int i = look_up(pc);
    return i >= 0 && ranges[i].ours;
}

void wd_text_forget(void)
{
    range_count = looks = 0;
    memset(bad_pages, 0, sizeof bad_pages);
}
