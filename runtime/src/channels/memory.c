/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/memory.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "contexts/stage.h"
#include "directory.h"
#include "syscalls.h"

#define NAME "channels.table"
#define MAGIC 0x3173646863646877u /* changes with the layout */

struct wd_channels_memory *wd_channels_memory;

/* Who may write to the directory may write to the table: as owner, as group, or as anybody. */
static mode_t mode_of(mode_t directory)
{
    mode_t writes = directory & 0222;
    return writes | writes << 1;
}

/* A table that is there whole, or not at all: it gets its name when it is complete. */
static int make(void)
{
    char name[64];
    struct stat directory;
    const uint64_t magic = MAGIC;
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < sizeof(struct wd_channels_memory)) {
        errno = EFBIG; /* who tries gets a signal */
        return -1;
    }
    snprintf(name, sizeof name, NAME ".%016llx", (unsigned long long)wd_stage_uid());
    int fd = wd_directory_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -1;
    int failed = wd_directory_stat(".", &directory) != 0 ||
                 fallocate(fd, 0, 0, sizeof(struct wd_channels_memory)) != 0 ||
                 wd_sys_write(fd, &magic, sizeof magic) != (ssize_t)sizeof magic;
    if (!failed && (directory.st_uid != geteuid() || directory.st_gid != getegid()))
        failed = fchown(fd, directory.st_uid, directory.st_gid) != 0 && !(directory.st_mode & 02);
    failed = failed || fchmod(fd, mode_of(directory.st_mode)) != 0 || wd_directory_link(name, NAME) != 0;
    int error = errno;
    wd_directory_unlink(name);
    wd_sys_close(fd);
    errno = error;
    return failed && error != EEXIST ? -1 : 0;
}

static int is_table(int fd)
{
    struct stat s;
    uint64_t magic;
    return wd_sys_fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == sizeof(struct wd_channels_memory) &&
           pread(fd, &magic, sizeof magic, 0) == (ssize_t)sizeof magic && magic == MAGIC;
}

int wd_channels_memory_begin(void)
{
    if (wd_channels_memory)
        return 0;
    int fd = wd_directory_open(NAME, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
    if (fd < 0 && errno == ENOENT && make() == 0)
        fd = wd_directory_open(NAME, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
    if (fd < 0)
        return -1;
    void *memory = MAP_FAILED;
    errno = EINVAL;
    if (is_table(fd))
        memory = mmap(NULL, sizeof(struct wd_channels_memory), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int error = errno;
    wd_sys_close(fd);
    errno = error;
    if (memory == MAP_FAILED)
        return -1;
    wd_channels_memory = memory;
    return 0;
}
