/* SPDX-License-Identifier: Apache-2.0 */
#include "flows/restartable.h"

#include <linux/rseq.h>

#include "memory/readable.h"

/* Its address is loaded just before it begins; it is some instructions long. */
enum { SOON = 256, LONGEST = 1 << 16 };

int wd_restartable_is(uintptr_t description, uintptr_t pc)
{
    const struct rseq_cs *s = (const struct rseq_cs *)description;
    if (description % _Alignof(struct rseq_cs) != 0 || wd_readable(s, sizeof *s) != sizeof *s)
        return 0;
    return s->version == 0 && s->start_ip - pc < SOON && s->post_commit_offset - 1 < LONGEST &&
           s->abort_ip - s->start_ip >= s->post_commit_offset;
}
