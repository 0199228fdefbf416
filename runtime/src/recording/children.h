/* SPDX-License-Identifier: Apache-2.0 */
/*
 * children.h: when a forked child of a recorded process begins to be recorded
 * (docs/decisions.md, "Forked children are recorded when they last").
 *
 * Most children exec or end at once, and are not to pay for a recording. One that
 * accepts a connection, or has used the CPU for a while, is there to stay.
 */
#ifndef WD_CHILDREN_H
#define WD_CHILDREN_H

/* Is this a forked child whose recording has not begun? */
extern int wd_child_waits;

/* To be called when a recording starts that children are to go on with: `begin` starts
 * a child's, from wherever that is safe. False if it could not, which is final. */
void wd_children_watch(int (*begin)(void));

/* In the child's atfork handler: it waits. Two system calls. */
void wd_child_forked(void);

/* Its recording has begun, or will not: it waits no longer. On any thread. */
void wd_child_settled(void);

void wd_child_accepts_slow(void);

/* The process has accepted a connection. */
static inline void wd_child_accepts(void)
{
    if (__builtin_expect(wd_child_waits, 0))
        wd_child_accepts_slow();
}

#endif
