/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/constructors.h"

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "got_patch.h"
#include "region.h"
#include "sampler/async/heap.h"

typedef void constructor(int count, char **arguments, char **environment);

static long (*before)(long number, ...);

/* As a region, so that it is one mapping with them. */
static long place(long *a)
{
    if (!a[0] && a[3] == (MAP_PRIVATE | MAP_ANONYMOUS)) {
        a[0] = (long)wd_region_beside((size_t)a[1]);
        a[3] |= MAP_NORESERVE;
    }
    return before(SYS_mmap, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static long redirected_syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    return number == SYS_mmap ? place(a) : before(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void run(const struct link_map *map)
{
    constructor *const *first = NULL;
    size_t bytes = 0;
    for (const ElfW(Dyn) *d = map->l_ld; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == WD_CONSTRUCTORS)
            first = (constructor *const *)(map->l_addr + d->d_un.d_ptr);
        else if (d->d_tag == WD_CONSTRUCTORS_SIZE)
            bytes = d->d_un.d_val;
    }
    for (size_t i = 0; first && i < bytes / sizeof *first; i++)
        first[i](0, NULL, NULL);
}

void wd_constructors_run(void *library, int apart)
{
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return;
    if (apart) {
        *(void **)&before = wd_got_patch(library, "syscall", (void *)redirected_syscall);
        wd_heap_constructs(1);
    }
    run(map);
    wd_heap_constructs(0);
    if (apart && before)
        wd_got_patch(library, "syscall", (void *)before);
}
