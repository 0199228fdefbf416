/* SPDX-License-Identifier: Apache-2.0 */
/*
 * readable.h: memory that the host gives to a system call, before the kernel has looked at it: where that would refuse
 * it, reading it here would end the process.
 */
#ifndef WD_READABLE_H
#define WD_READABLE_H

#include <stddef.h>

/* How many of `size` bytes can be read, from the first one on. A system call for each page; leaves errno alone.
 * Signal-safe. */
size_t wd_readable(const void *bytes, size_t size);

/* Whether all of them can. Those of the caller's callers need no system call. Signal-safe. */
static inline __attribute__((always_inline)) int wd_is_readable(const void *bytes, size_t size)
{
    size_t above = (size_t)((const char *)bytes - (const char *)__builtin_frame_address(0));
    return (above < 16384 && size < 16384) || wd_readable(bytes, size) == size;
}

#endif
