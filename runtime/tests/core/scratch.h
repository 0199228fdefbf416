/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scratch.h: a directory of a test's own, below TMPDIR or /tmp. As cmocka's
 * setup and teardown they run also around a test that fails.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdio.h>
#include <stdlib.h>

static char scratch[256];

static int make_scratch(void **state)
{
    (void)state;
    const char *below = getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/whodunit-test-XXXXXX", below && *below ? below : "/tmp");
    return mkdtemp(scratch) ? 0 : -1;
}

static int remove_scratch(void **state)
{
    (void)state;
    char command[sizeof scratch + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch);
    return system(command);
}

#endif
