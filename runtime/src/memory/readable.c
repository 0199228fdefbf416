/* SPDX-License-Identifier: Apache-2.0 */
#include "memory/readable.h"

#include <stdint.h>
#include <sys/syscall.h>

#include "system/bare_call.h"

#define PAGE 4096u
#define MASK 8u /* bytes of the kernel's signal mask, which so lies within a page */
#define NO_CHANGE (-1)

/* The kernel reads a mask before it finds out that nothing is to be done with it. A recording needs this call anyhow:
 * no sandbox refuses it. */
static int page_is_mapped(uintptr_t address)
{
    uintptr_t mask = address & ~(uintptr_t)(MASK - 1);
    return WD_BARE_CALL(SYS_rt_sigprocmask, NO_CHANGE, mask, 0, MASK) < 0 && errno == EINVAL;
}

size_t wd_readable(const void *bytes, size_t size)
{
    int saved = errno;
    uintptr_t from = (uintptr_t)bytes, at = from;
    while (at - from < size && page_is_mapped(at))
        at = (at | (PAGE - 1)) + 1;
    errno = saved;
    return at - from < size ? at - from : size;
}
