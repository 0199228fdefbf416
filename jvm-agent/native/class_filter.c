/* SPDX-License-Identifier: Apache-2.0 */
#include "class_filter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 4096 /* a power of two; half of them are used at most */

static const char *places[PLACES];
static size_t used;

static const uint64_t begin = 0xcbf29ce484222325u;

static uint64_t with(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 0x100000001b3u;
}

static const char **find(uint64_t hash, const char *name, size_t length)
{
    for (size_t i = (hash ^ hash >> 32) % PLACES;; i = (i + 1) % PLACES)
        if (!places[i] || (strncmp(places[i], name, length) == 0 && places[i][length] == 0))
            return &places[i];
}

int wd_class_filter_add(const char *name)
{
    uint64_t hash = begin;
    for (const char *p = name; *p; p++)
        hash = with(hash, *p);
    const char **place = find(hash, name, strlen(name));
    if (*place)
        return 1;
    return used < PLACES / 2 && (*place = strdup(name)) != NULL && ++used > 0;
}

int wd_class_filter_has(const char *name)
{
    uint64_t hash = begin;
    const char *p = name;
    for (; *p; p++) {
        hash = with(hash, *p);
        if (*p == '$' && *find(hash, name, (size_t)(p + 1 - name)))
            return 1;
    }
    return *find(hash, name, (size_t)(p - name)) != NULL;
}
