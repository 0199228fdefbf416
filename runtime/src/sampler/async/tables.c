/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/tables.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "imports/got_patch.h"

#define LARGE 0x40000u

static uintptr_t page;

/* All of the library's memory is private and anonymous: given back, it is zero. What is locked is not given back. */
static void *redirected_memset(void *memory, int value, size_t length)
{
    uintptr_t begin = (uintptr_t)memory, first = (begin + page - 1) & -page, end = begin + length, last = end & -page;
    int saved = errno;
    if (value != 0 || length < LARGE || madvise((void *)first, last - first, MADV_DONTNEED) != 0) {
        errno = saved;
        return memset(memory, value, length);
    }
    memset(memory, 0, first - begin);
    memset((void *)last, 0, end - last);
    return memory;
}

void wd_tables_redirect(void *library)
{
    page = (uintptr_t)sysconf(_SC_PAGESIZE);
    wd_got_patch(library, "memset", (void *)redirected_memset);
}
