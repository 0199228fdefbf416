/* SPDX-License-Identifier: Apache-2.0 */
/* A library that imports memset, as the sampler's does (tables_test.c). */
#include <string.h>

void clear(void *memory, size_t length)
{
    memset(memory, 0, length);
}
