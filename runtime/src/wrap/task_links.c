/* SPDX-License-Identifier: Apache-2.0 */
/*
 * task_links.c: programs count their threads by the links of their directory of tasks, and Chromium's zygote ends
 * where it has more than one. The recorder's is not among them.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "recording/recorder.h"
#include "sandbox/needs.h"
#include "wrap/real.h"

#define WRAPPED(X)                                           \
    X(int, stat, (const char *, struct stat *))              \
    X(int, stat64, (const char *, struct stat64 *))          \
    X(int, lstat, (const char *, struct stat *))             \
    X(int, lstat64, (const char *, struct stat64 *))         \
    X(int, fstatat, (int, const char *, struct stat *, int)) \
    X(int, fstatat64, (int, const char *, struct stat64 *, int))

REAL_FUNCTIONS(WRAPPED)

#define LINKS_OF_ONE 3 /* the directory's own two, and one for each thread */

static int names_own_tasks(const char *path)
{
    static const char name[] = "self/task";
    size_t n = path ? strlen(path) : 0;
    while (n > 0 && path[n - 1] == '/')
        n--;
    return n >= sizeof name - 1 && memcmp(path + n - (sizeof name - 1), name, sizeof name - 1) == 0;
}

/* Directories of other file systems have a size, or may be written to. */
static int is_of_proc(mode_t mode, off_t size)
{
    return mode == (S_IFDIR | S_IRUSR | S_IXUSR | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH) && size == 0;
}

/* In a sandbox nothing is asked that it may not allow. */
static void leave_out_ours(const char *path, mode_t mode, off_t size, nlink_t *links)
{
    if (names_own_tasks(path) && is_of_proc(mode, size) && *links > LINKS_OF_ONE && !wd_sandbox_has_come() &&
        wd_recorder_thread())
        --*links;
}

EXPORT int fstatat(int fd, const char *restrict path, struct stat *restrict to, int flags)
{
    int result = REAL(fstatat, SYS_newfstatat, fd, path, to, flags);
    if (result == 0)
        leave_out_ours(path, to->st_mode, to->st_size, &to->st_nlink);
    return result;
}

EXPORT int fstatat64(int fd, const char *restrict path, struct stat64 *restrict to, int flags)
{
    int result = REAL(fstatat64, SYS_newfstatat, fd, path, to, flags);
    if (result == 0)
        leave_out_ours(path, to->st_mode, to->st_size, &to->st_nlink);
    return result;
}

#define STAT(name, type, flags)                                                                                 \
    EXPORT int name(const char *restrict path, struct type *restrict to)                                        \
    {                                                                                                           \
        int result = real.name ? real.name(path, to) : (int)syscall(SYS_newfstatat, AT_FDCWD, path, to, flags); \
        if (result == 0)                                                                                        \
            leave_out_ours(path, to->st_mode, to->st_size, &to->st_nlink);                                      \
        return result;                                                                                          \
    }

STAT(stat, stat, 0)
STAT(stat64, stat64, 0)
STAT(lstat, stat, AT_SYMLINK_NOFOLLOW)
STAT(lstat64, stat64, AT_SYMLINK_NOFOLLOW)
