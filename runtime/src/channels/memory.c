/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/memory.h"

#include <errno.h>
#include <stdio.h>
#include <sys/shm.h>

#include "contexts/wire.h"
#include "own_files/directory.h"
#include "system/syscalls.h"

#define NAME "channels.table"
#define MAGIC 0x3673646863646877u /* changes with the layout */
#define TRIES 4                   /* others may make and remove it at the same time */

struct wd_channels_memory *wd_channels_memory;

/* What is in the file: which segment, and what its beginning says, since numbers of segments are used again. */
struct table_name {
    uint64_t magic, nonce;
    int64_t segment;
};

/* Who may write to the directory may use the table: as owner, as group, or as anybody. */
static mode_t mode_of(mode_t directory)
{
    mode_t writes = directory & 0222;
    return writes | writes << 1;
}

/* A segment that is gone when the last process is that has it, however that ends. */
static int make_segment(struct table_name *name, const struct stat *directory)
{
    struct shmid_ds status;
    int segment = shmget(IPC_PRIVATE, sizeof(struct wd_channels_memory), IPC_CREAT | mode_of(directory->st_mode));
    if (segment < 0)
        return -1;
    struct wd_channels_memory *memory = shmat(segment, NULL, 0);
    if (memory != (void *)-1 && geteuid() == 0 && shmctl(segment, IPC_STAT, &status) == 0) {
        status.shm_perm.uid = directory->st_uid;
        status.shm_perm.gid = directory->st_gid;
        shmctl(segment, IPC_SET, &status);
    }
    shmctl(segment, IPC_RMID, NULL);
    if (memory == (void *)-1)
        return -1;
    *name = (struct table_name){ MAGIC, wd_process_uid(), segment };
    memory->magic = MAGIC;
    memory->nonce = name->nonce;
    wd_channels_memory = memory;
    return 0;
}

static void give_up(void)
{
    if (wd_channels_memory)
        shmdt(wd_channels_memory);
    wd_channels_memory = NULL;
}

/* It is there whole, or not at all: it gets its name when it is complete. */
static void make(void)
{
    char draft[64];
    struct stat directory;
    struct table_name name;
    snprintf(draft, sizeof draft, NAME ".%016llx", (unsigned long long)wd_process_uid());
    if (!wd_sys_file_may_have(sizeof name)) {
        errno = EFBIG;
        return;
    }
    int fd = wd_directory_open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    int failed = wd_directory_stat(".", &directory) != 0 || make_segment(&name, &directory) != 0 ||
                 wd_sys_write(fd, &name, sizeof name) != (ssize_t)sizeof name ||
                 fchmod(fd, mode_of(directory.st_mode)) != 0 || wd_directory_link(draft, NAME) != 0;
    int error = errno;
    if (failed)
        give_up();
    wd_directory_unlink(draft);
    wd_sys_close(fd);
    errno = error;
}

static void attach(const struct table_name *name)
{
    struct shmid_ds status;
    if (shmctl((int)name->segment, IPC_STAT, &status) != 0 || status.shm_segsz != sizeof(struct wd_channels_memory))
        return;
    struct wd_channels_memory *memory = shmat((int)name->segment, NULL, 0);
    if (memory == (void *)-1)
        return;
    if (memory->magic == MAGIC && memory->nonce == name->nonce)
        wd_channels_memory = memory;
    else
        shmdt(memory);
}

int wd_channels_memory_begin(void)
{
    for (int i = 0; i < TRIES && !wd_channels_memory; i++) {
        struct table_name name;
        int fd = wd_directory_open(NAME, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
        if (fd < 0 && errno != ENOENT)
            return -1;
        int is_named = fd >= 0 && wd_sys_read(fd, &name, sizeof name) == (ssize_t)sizeof name && name.magic == MAGIC;
        if (fd >= 0)
            wd_sys_close(fd);
        if (is_named)
            attach(&name);
        if (wd_channels_memory)
            return 0;
        if (fd >= 0) /* all who had it are gone */
            wd_directory_unlink(NAME);
        make();
    }
    return wd_channels_memory ? 0 : -1;
}
