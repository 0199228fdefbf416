/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/plain_paths.h"

#include <string.h>
#include <time.h>

#include "contexts/intern.h"

#define PATHS 256u
#define SECOND_BITS 24

static uint64_t known[PATHS]; /* atomic */

/* /dev/stdin, /proc/self/fd/0 and their like name another file when a descriptor has changed. */
static int is_of_descriptors(const char *path)
{
    return (path[1] == 'd' || path[1] == 'p') && (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0);
}

/* The hash in the upper bits, the second in the lower ones. */
uint64_t wd_plain_path(const char *path)
{
    struct timespec now;
    if (path[0] != '/' || is_of_descriptors(path) || clock_gettime(CLOCK_MONOTONIC_COARSE, &now) != 0)
        return 0;
    return wd_hash_long(5, path, strlen(path)) << SECOND_BITS | ((uint64_t)now.tv_sec & ((1u << SECOND_BITS) - 1));
}

static uint64_t *place_of(uint64_t path)
{
    return &known[(path >> SECOND_BITS) % PATHS];
}

int wd_plain_path_is_known(uint64_t path)
{
    return path != 0 && __atomic_load_n(place_of(path), __ATOMIC_RELAXED) == path;
}

void wd_plain_path_keep(uint64_t path)
{
    if (path != 0)
        __atomic_store_n(place_of(path), path, __ATOMIC_RELAXED);
}
