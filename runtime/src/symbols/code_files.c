/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols/code_files.h"

#include <stdio.h>
#include <string.h>

#include "memory/region.h"
#include "system/syscalls.h"

#define FILES 2048 /* the sampler knows no more */
#define DELETED " (deleted)"

static struct wd_code_file *files;
static size_t count;
static uint32_t looks;
static size_t expected; /* the kernel lists by address, so what comes next is what came next at the last look */

static int is_recent(const struct wd_code_file *file)
{
    return file->seen + 1 >= looks;
}

/* The path that the kernel's text stands for. */
static void unescape(char *out, const char *path)
{
    while (*path) {
        int is_newline = strncmp(path, "\\012", 4) == 0;
        *out++ = is_newline ? '\n' : *path;
        path += is_newline ? 4 : 1;
    }
    *out = 0;
}

static int is_deleted(const char *path)
{
    size_t n = strlen(path), suffix = strlen(DELETED);
    return n >= suffix && strcmp(path + n - suffix, DELETED) == 0;
}

static void read_build_id(struct wd_code_file *file)
{
    char path[sizeof file->path];
    file->build_id_size = 0;
    if (is_deleted(file->path))
        return;
    unescape(path, file->path);
    file->build_id_size = wd_build_id_read(path, file->build_id);
}

/* `now` is `before` as it is listed once its file has been removed. */
static int is_gone_since(const char *before, const char *now)
{
    size_t n = strlen(before);
    return strncmp(before, now, n) == 0 && strcmp(now + n, DELETED) == 0;
}

/* Is `now` the mapping that was seen as `before`? */
static int is_same(const struct wd_code_file *before, const struct wd_code_file *now)
{
    return before->start == now->start && before->end == now->end && before->offset == now->offset &&
           before->inode == now->inode &&
           (strcmp(before->path, now->path) == 0 || is_gone_since(before->path, now->path));
}

static void add(const struct wd_code_file *found, int is_private)
{
    struct wd_code_file *stale = NULL;
    for (size_t i = 0; i < count; i++) {
        struct wd_code_file *file = &files[(expected + i) % count];
        if (is_same(file, found)) {
            file->seen = looks;
            expected = (size_t)(file - files) + 1;
            return;
        }
        if (!is_recent(file))
            stale = file;
    }
    struct wd_code_file *file = stale ? stale : count < FILES ? &files[count++] : NULL;
    if (!file)
        return;
    *file = *found;
    file->seen = looks;
    if (is_private)
        read_build_id(file);
}

/* "start-end perms offset device inode   path". Only private mappings are libraries and programs. Shared ones may be a
 * database's files, also with 'x' where all that is readable is executable; to close such a file, as after reading it,
 * would drop the locks that the process has on it. */
static void read_line(const char *line)
{
    struct wd_code_file found;
    unsigned long start, end, offset, inode;
    char access[5];
    int path = 0;
    if (sscanf(line, "%lx-%lx %4s %lx %*s %lu %n", &start, &end, access, &offset, &inode, &path) < 5 ||
        access[2] != 'x' || path == 0 || line[path] != '/' || strlen(line + path) >= sizeof found.path)
        return;
    found = (struct wd_code_file){ .start = start, .end = end, .offset = offset, .inode = inode };
    strcpy(found.path, line + path);
    add(&found, access[3] == 'p');
}

void wd_code_files_look(void)
{
    static char text[1 << 15];
    size_t used = 0;
    int cut = 0; /* what comes next is the rest of a line that is too long */
    ssize_t n;
    if (!files && !(files = wd_region_reserve(FILES * sizeof *files)))
        return;
    int fd = wd_sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return;
    looks++;
    expected = 0;
    while ((n = wd_sys_read(fd, text + used, sizeof text - 1 - used)) > 0) {
        char *line = text, *end;
        used += (size_t)n;
        text[used] = 0;
        for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            if (!cut)
                read_line(line);
            cut = 0;
        }
        used -= (size_t)(line - text);
        memmove(text, line, used);
        if (used == sizeof text - 1) {
            cut = 1;
            used = 0;
        }
    }
    wd_sys_close(fd);
}

const struct wd_code_file *wd_code_files_next(size_t *position)
{
    while (*position < count) {
        const struct wd_code_file *file = &files[(*position)++];
        if (is_recent(file))
            return file;
    }
    return NULL;
}
