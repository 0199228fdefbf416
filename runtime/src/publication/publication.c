/* SPDX-License-Identifier: Apache-2.0 */
#include "publication/publication.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#include "contexts/context.h"
#include "limits/memory_limits.h"
#include "publication/process_context.h"
#include "publication/records.h"
#include "system/syscalls.h"
#include "threads/thread.h"

static char tier[sizeof((struct wd_options *)0)->tier];

/* variable.S */
const char *volatile *wd_publication_variable(void);

/* What is reserved for the records would count against it. */
static int memory_is_limited(void)
{
    static const int of_memory[] = { RLIMIT_AS, RLIMIT_DATA };
    for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++) {
        struct rlimit limit;
        if (wd_sys_getrlimit(of_memory[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            return 1;
    }
    return 0;
}

static const char *begin(void)
{
    if (wd_publication_variable() != &wd_thread.published)
        return "the name otel_thread_ctx_v1 is another library's";
    if (memory_is_limited() || !wd_memory_limits_reserve((size_t)WD_CONTEXT_END * WD_RECORD_SIZE) ||
        !wd_published_records_begin(tier))
        return "RLIMIT_AS or RLIMIT_DATA leaves too little memory for them";
    wd_process_context_publish(tier);
    return NULL;
}

void wd_publication_begin(const struct wd_options *options)
{
    if (!options->publish || wd_thread_records)
        return;
    snprintf(tier, sizeof tier, "%s", options->tier[0] ? options->tier : program_invocation_short_name);
    const char *why = begin();
    if (why)
        fprintf(stderr, "whodunit: contexts are not published: %s\n", why);
}

void wd_publication_in_child(void)
{
    if (wd_thread_records)
        wd_process_context_publish(tier);
}
