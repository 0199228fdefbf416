/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/names.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/fork_state.h"
#include "memory/region.h"
#include "system/syscalls.h"

#define CAPACITY ((size_t)16 << 20)
#define ALIGNED(bytes) (((bytes) + 15) & ~(size_t)15)

/* `view` is a private mapping of the same pages, which takes the place of `space`: nobody could write between copying
 * and exchanging, and no descriptor has to be kept. Until then it cannot be accessed, since mlockall() would give it
 * pages of its own. */
static char *space, *view;
static size_t taken; /* atomic */
static int is_open WD_FORK_STATE;

/* Where the kernel promises no more memory than it has, a file's page that it has not is a SIGBUS, not a NULL. */
static int may_be_promised(void)
{
    char mode = '2';
    int fd = wd_sys_open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC, 0);
    if (fd >= 0) {
        if (wd_sys_read(fd, &mode, 1) != 1)
            mode = '2';
        wd_sys_close(fd);
    }
    return mode != '2';
}

static int make_file(void)
{
    if (!wd_sys_file_may_have(CAPACITY) || !may_be_promised())
        return -1;
    return (int)syscall(SYS_memfd_create, "whodunit names", MFD_CLOEXEC);
}

static char *map(int fd, int access, int sharing)
{
    void *p = mmap(NULL, CAPACITY, access, sharing | MAP_NORESERVE, fd, 0);
    return p == MAP_FAILED ? NULL : p;
}

void wd_names_open(void)
{
    int saved = errno, fd = make_file();
    if (fd >= 0 && syscall(SYS_ftruncate, fd, CAPACITY) == 0 && (view = map(fd, PROT_NONE, MAP_PRIVATE)) != NULL) {
        space = map(fd, PROT_READ | PROT_WRITE, MAP_SHARED);
        if (space)
            wd_region_tell(space, CAPACITY);
        else
            munmap(view, CAPACITY);
        is_open = space != NULL;
    }
    if (fd >= 0)
        wd_sys_close(fd);
    errno = saved;
}

/* Of this process alone: a child that was forked meanwhile is sealed before it goes on. */
static int take_at(size_t at, size_t bytes)
{
    return is_open && bytes <= CAPACITY && at <= CAPACITY - bytes &&
           __atomic_compare_exchange_n(&taken, &at, at + bytes, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void *wd_names_take(size_t bytes)
{
    size_t at = __atomic_load_n(&taken, __ATOMIC_RELAXED);
    return take_at(at, ALIGNED(bytes)) ? space + at : NULL; /* two at once are rare, and libc has memory, too */
}

void *wd_names_double(void *memory, size_t now)
{
    if (wd_names_has(memory) && take_at((size_t)((char *)memory - space) + ALIGNED(now), ALIGNED(now)))
        return memory;
    void *larger = wd_names_take(2 * now);
    return larger ? memcpy(larger, memory, now) : NULL;
}

int wd_names_has(const void *memory)
{
    return space && (uintptr_t)memory - (uintptr_t)space < CAPACITY;
}

void wd_names_seal(void)
{
    if (!is_open)
        return;
    int saved = errno;
    is_open = 0;
    munlock(view, CAPACITY); /* or all of it would get pages now */
    if (mprotect(view, CAPACITY, PROT_READ | PROT_WRITE) != 0 ||
        mremap(view, CAPACITY, CAPACITY, MREMAP_MAYMOVE | MREMAP_FIXED, space) == MAP_FAILED)
        munmap(view, CAPACITY); /* it stays common */
    view = NULL;
    errno = saved;
}
