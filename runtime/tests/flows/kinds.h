/* SPDX-License-Identifier: Apache-2.0 */
/* kinds.h: transactions of several types, for items to be put in under. */
#ifndef WD_TESTS_FLOWS_KINDS_H
#define WD_TESTS_FLOWS_KINDS_H

#include "whodunit.h"

enum { KINDS = 5 };

static whodunit_context kinds[KINDS];

/* The thread is in none of them afterwards. */
static void begin_kinds(void)
{
    static const char *const names[KINDS] = { "a", "b", "c", "d", "e" };
    for (int i = 0; i < KINDS; i++) {
        whodunit_context before = whodunit_begin(names[i]);
        kinds[i] = whodunit_current();
        whodunit_end(before);
    }
}

#endif
