/* SPDX-License-Identifier: Apache-2.0 */
/* under.h: is the calling thread's context the one that an item was put in under, at whatever call path that was? */
#ifndef WD_TESTS_FLOWS_UNDER_H
#define WD_TESTS_FLOWS_UNDER_H

#include <string.h>

#include "whodunit.h"

static int is_under(whodunit_context context, whodunit_context item)
{
    char path[256], expected[64];
    if (context == item)
        return 1;
    size_t length = whodunit_describe(item, expected, sizeof expected);
    whodunit_describe(context, path, sizeof path);
    return strncmp(path, expected, length) == 0 && strcmp(path + length, " > (call path)") == 0;
}

#endif
