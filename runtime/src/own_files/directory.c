/* SPDX-License-Identifier: Apache-2.0 */
#include "own_files/directory.h"

#include <limits.h>
#include <stdio.h>
#include <sys/statvfs.h>

#include "own_files/high_descriptor.h"
#include "system/syscalls.h"

static char directory[PATH_MAX];
static int descriptor = -1;
static dev_t device;
static ino_t inode;

int wd_directory_descriptor(void)
{
    struct stat s;
    int is_ours = descriptor >= 0 && wd_sys_fstat(descriptor, &s) == 0 && s.st_dev == device && s.st_ino == inode;
    return is_ours ? descriptor : -1;
}

int wd_directory_begin(const char *path)
{
    struct stat s;
    int before = wd_directory_descriptor();
    if (before >= 0)
        wd_sys_close(before);
    snprintf(directory, sizeof directory, "%s", path);
    int low = wd_sys_open(path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (low < 0 || wd_sys_fstat(low, &s) != 0)
        return -1;
    descriptor = wd_high_descriptor(low);
    if (descriptor == low) {
        wd_sys_close(low);
        descriptor = -1;
    }
    device = s.st_dev;
    inode = s.st_ino;
    return 0;
}

struct place {
    int at;
    const char *name;
    char path[PATH_MAX + NAME_MAX];
};

static void place(struct place *p, const char *name)
{
    p->at = wd_directory_descriptor();
    p->name = name;
    if (p->at < 0 && name[0] != '/') {
        size_t n = 0;
        for (const char *from = directory; *from; from++)
            p->path[n++] = *from;
        p->path[n++] = '/';
        for (const char *from = name; *from && n < sizeof p->path - 1; from++)
            p->path[n++] = *from;
        p->path[n] = 0;
        p->name = p->path;
    }
    if (p->at < 0)
        p->at = AT_FDCWD;
}

int wd_directory_open(const char *name, int flags, mode_t mode)
{
    struct place p;
    place(&p, name);
    return (int)syscall(SYS_openat, p.at, p.name, flags, mode);
}

int wd_directory_rename(const char *from, const char *to)
{
    struct place a, b;
    place(&a, from);
    place(&b, to);
    return (int)syscall(SYS_renameat2, a.at, a.name, b.at, b.name, 0);
}

int wd_directory_link(const char *from, const char *to)
{
    struct place a, b;
    place(&a, from);
    place(&b, to);
    return (int)syscall(SYS_linkat, a.at, a.name, b.at, b.name, 0);
}

int wd_directory_unlink(const char *name)
{
    struct place p;
    place(&p, name);
    return (int)syscall(SYS_unlinkat, p.at, p.name, 0);
}

int wd_directory_stat(const char *name, struct stat *out)
{
    struct place p;
    place(&p, name);
    return (int)syscall(SYS_newfstatat, p.at, p.name, out, 0);
}

void wd_directory_give(const char *name, uid_t user)
{
    struct stat s;
    int fd = wd_directory_descriptor();
    if (fd >= 0 && wd_sys_fstat(fd, &s) == 0 && (s.st_mode & S_ISVTX) && s.st_uid == geteuid())
        syscall(SYS_fchownat, fd, name, user, -1, AT_SYMLINK_NOFOLLOW);
}

uint64_t wd_directory_free(void)
{
    struct statvfs fs;
    int fd = wd_directory_descriptor();
    int failed = fd >= 0 ? fstatvfs(fd, &fs) : statvfs(directory, &fs);
    return failed ? UINT64_MAX : (uint64_t)fs.f_bavail * fs.f_frsize;
}
