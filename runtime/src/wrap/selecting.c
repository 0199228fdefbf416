/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/selecting.h"

#include <stdint.h>

#include "memory/readable.h"
#include "propagation/dispatch.h"

#define MOST 64 /* of more it is not told which they are */
#define BITS 64

static int is_readable(const fd_set *set, size_t size)
{
    return !set || wd_is_readable(set, size);
}

static uint64_t word(const fd_set *set, size_t i)
{
    return set ? ((const uint64_t *)set)[i] : 0;
}

void wd_selects(int n, const fd_set *read, const fd_set *write, const fd_set *except)
{
    struct pollfd descriptors[MOST];
    unsigned long found = 0;
    size_t words = n > 0 ? ((size_t)n + BITS - 1) / BITS : 0, size = words * sizeof(uint64_t);
    if (!wd_propagation_engaged)
        return;
    if (size > sizeof(fd_set)) { /* a program may have larger ones */
        wd_propagation_polls(NULL, 2);
        return;
    }
    if (!is_readable(read, size) || !is_readable(write, size) || !is_readable(except, size))
        return; /* the kernel will not, either */
    for (size_t i = 0; i < words; i++)
        for (uint64_t bits = word(read, i) | word(write, i) | word(except, i); bits; bits &= bits - 1) {
            int fd = (int)(i * BITS) + __builtin_ctzll(bits);
            if (fd < n && found < MOST)
                descriptors[found] = (struct pollfd){ .fd = fd };
            found += fd < n;
        }
    if (found > MOST)
        wd_propagation_polls(NULL, 2);
    else
        wd_propagation_polls(found ? descriptors : NULL, found);
}
