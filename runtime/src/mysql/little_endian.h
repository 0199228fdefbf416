/* SPDX-License-Identifier: Apache-2.0 */
/* little_endian.h: the protocol's numbers. */
#ifndef WD_MYSQL_LITTLE_ENDIAN_H
#define WD_MYSQL_LITTLE_ENDIAN_H

#include <stdint.h>

static inline uint32_t wd_little_endian(const void *bytes, int n)
{
    const uint8_t *p = bytes;
    uint32_t v = 0;
#pragma GCC unroll 4 /* n is known, and the loop would take longer than the number */
    for (int i = n - 1; i >= 0; i--)
        v = v << 8 | p[i];
    return v;
}

#endif
