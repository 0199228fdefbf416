/* SPDX-License-Identifier: Apache-2.0 */
#include "paths.h"

#include <string.h>

const char *path_of(whodunit_context context)
{
    static char texts[4][4096];
    static unsigned next;
    char whole[4096], *out = texts[next++ % 4], *end = out;
    whodunit_describe(context, whole, sizeof whole);
    for (const char *p = whole; *p; p++) {
        const char *close = strncmp(p, " (", 2) == 0 ? strchr(p, ')') : NULL;
        if (close)
            p = close;
        else
            *end++ = *p;
    }
    *end = 0;
    return out;
}

const char *path(void)
{
    return path_of(whodunit_current());
}
