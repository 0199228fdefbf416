/* SPDX-License-Identifier: Apache-2.0 */
/* function_place.h: where a running process has a function. Not thread-safe. */
#ifndef WD_FUNCTION_PLACE_H
#define WD_FUNCTION_PLACE_H

#include <stddef.h>

struct wd_function_place {
    char file[600];    /* which has it, as we can open it: below /proc/PID */
    const char *named; /* the same as /proc/PID/maps names it; lives until the next call */
    size_t offset;
};

/* Finds `function`, which is NAME or FILE:NAME with a file's last name, in what the process has mapped. NULL, or in one
 * line why it cannot be measured: it is not there, is in several places, or must not be touched. The line lives until
 * the next call. */
const char *wd_function_find(int pid, const char *function, struct wd_function_place *place);

#endif
