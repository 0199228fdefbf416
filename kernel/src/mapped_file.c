/* SPDX-License-Identifier: Apache-2.0 */
#include "mapped_file.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int wd_mapped_file_hold(int pid, const char *path, struct wd_mapped_file *file)
{
    char root[32];
    struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS };
    struct stat is;
    snprintf(root, sizeof root, "/proc/%d/root", pid);
    int directory = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
    file->fd = directory < 0 ? -1 : (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (directory >= 0)
        close(directory);
    if (file->fd >= 0 && fstat(file->fd, &is) == 0 && S_ISREG(is.st_mode)) {
        snprintf(file->path, sizeof file->path, "/proc/self/fd/%d", file->fd);
        return 1;
    }
    wd_mapped_file_release(file);
    return 0;
}

void wd_mapped_file_release(struct wd_mapped_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}
