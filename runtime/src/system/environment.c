/* SPDX-License-Identifier: Apache-2.0 */
#include "system/environment.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct variable {
    const char *name, *value;
    char copy[PATH_MAX];
} variables[] = {
    { .name = "WHODUNIT_KERNEL" },
    { .name = "WHODUNIT_WAITS" },
    /* where the sampler looks for symbols */
    { .name = "DEBUGINFOD_CACHE_PATH" },
    { .name = "XDG_CACHE_HOME" },
    { .name = "HOME" },
};

enum { VARIABLES = sizeof variables / sizeof *variables };

/* The host has no threads yet, or is a JVM, which leaves its environment alone. */
__attribute__((constructor(101))) static void keep(void)
{
    for (struct variable *v = variables; v < variables + VARIABLES; v++) {
        const char *value = getenv(v->name);
        if (value && strlen(value) < sizeof v->copy)
            v->value = strcpy(v->copy, value);
    }
}

const char *wd_environment(const char *name)
{
    for (const struct variable *v = variables; v < variables + VARIABLES; v++)
        if (strcmp(v->name, name) == 0)
            return v->value;
    return NULL;
}

const char *wd_error_text(int error)
{
    const char *text = strerrordesc_np(error);
    return text ? text : "unknown error";
}
