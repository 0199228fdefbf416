/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts in words. */
#include <stdio.h>
#include <string.h>

#include "contexts/context.h"
#include "whodunit.h"

#define SEPARATOR " > "

static int describe_element(whodunit_context context, char *out, size_t size)
{
    size_t length;
    const void *bytes = wd_context_bytes(context, &length);
    const struct wd_remote *remote = bytes;
    const wd_name *names = bytes;
    switch (wd_context_kind(context)) {
    case WD_OVERFLOW: return snprintf(out, size, "(overflow)");
    case WD_REMOTE: return snprintf(out, size, "%016llx-%08x", (unsigned long long)remote->uid, remote->synopsis);
    case WD_STACK:
    case WD_HANDED: return snprintf(out, size, "(call path)");
    case WD_UNKNOWN: return snprintf(out, size, "(unknown)");
    default: /* of a call path, the innermost frame */
        return snprintf(out, size, "%s", length ? wd_name_text(names[length / sizeof *names - 1]) : "");
    }
}

/* Filled from its end, because the way leads from a context to its parent. */
size_t whodunit_describe(whodunit_context context, char *out, size_t size)
{
    char element[2048];
    size_t at = size;
    if (size == 0)
        return 0;
    out[--at] = 0;
    for (whodunit_context c = context; c != WHODUNIT_ROOT; c = wd_context_parent(c)) {
        int n = describe_element(c, element, sizeof element);
        size_t length = n < (int)sizeof element ? (size_t)n : sizeof element - 1;
        size_t gap = c == context ? 0 : strlen(SEPARATOR);
        if (length + gap > at)
            break;
        at -= gap;
        memcpy(out + at, SEPARATOR, gap);
        at -= length;
        memcpy(out + at, element, length);
    }
    memmove(out, out + at, size - at);
    return size - at - 1;
}
