/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared_memory.c: shm_open. Whoever makes a piece of shared memory under a
 * context hands it on to those that open it (propagation/relatives.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "propagation/relatives.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

EXPORT int shm_open(const char *name, int flags, mode_t mode)
{
    static int (*real)(const char *, int, mode_t);
    int saved = errno;
    if (!__atomic_load_n(&real, __ATOMIC_RELAXED))
        __atomic_store_n((void **)&real, dlsym(RTLD_NEXT, "shm_open"), __ATOMIC_RELAXED);
    errno = saved;
    int fd = real(name, flags, mode);
    if (fd < 0 || !wd_preloaded || wd_table != WD_TABLE_HOST)
        return fd;
    saved = errno;
    if (flags & O_EXCL)
        wd_relatives_made(name);
    else if (!(flags & O_CREAT))
        wd_relatives_opened(name);
    errno = saved;
    return fd;
}
