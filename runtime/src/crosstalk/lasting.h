/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lasting.h: waits that are not over yet. Whoever waits stands in a table meanwhile, so that a recording tells of a
 * deadlock, too, in which nobody ever lets go.
 *
 * Beginning and ending are lock-free, allocate nothing, and are safe in signal handlers.
 */
#ifndef WD_LASTING_H
#define WD_LASTING_H

#include "crosstalk/waits.h"

struct wd_lasting {
    struct wd_wait_key key; /* without end and holder */
    uint32_t thread;        /* its number, the kernel's; 0: not known, so it is not told */
    uint64_t since;         /* on the monotonic clock, ns */
    const void *lock;
    int is_limited; /* the thread gives up some time */
};

/* A place and whose turn it is there; 0: none. */
typedef uint64_t wd_lasting_place;

/* The wait has begun. 0 if the table is full. A signal's handler that waits as well takes the thread's place. */
wd_lasting_place wd_lasting_begins(const struct wd_lasting *wait);

/* What stands there will give up some time: nothing that it is in is a deadlock. */
void wd_lasting_is_limited(wd_lasting_place place);

/* Does nothing if it stands there no longer. */
void wd_lasting_ends(wd_lasting_place place);

/* All that have lasted for a second or more, one after the other, from `*position` (0 to begin) on, as waits of the
 * length that they have now: their ends are WD_WAIT_LASTS or WD_WAIT_DEADLOCK. A thread that has left its wait by
 * siglongjmp is not among them. False at the end. For the flusher: reads /proc. */
int wd_lasting_tell(uint32_t *position, struct wd_waits *told);

/* Is there one that was not told yet? */
int wd_lasting_has_news(void);

#endif
