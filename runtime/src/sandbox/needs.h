/* SPDX-License-Identifier: Apache-2.0 */
/*
 * needs.h: the system calls that a recording makes, held against a filter that is about to come.
 */
#ifndef WD_SANDBOX_NEEDS_H
#define WD_SANDBOX_NEEDS_H

#include <linux/filter.h>

/* What may be refused on the host's threads, each a bit: the recording does without it there. */
enum wd_refused {
    WD_REFUSED_WRITING = 1,      /* to the file */
    WD_REFUSED_MEMORY = 2,       /* mmap */
    WD_REFUSED_CLOCK = 4,        /* of a thread's and the process's CPU */
    WD_REFUSED_TIMERS = 8,       /* and the thread's number: threads that begin later */
    WD_REFUSED_ENDING = 16,      /* a signal's handler that ends the process */
    WD_REFUSED_CREDENTIALS = 32, /* to ask what a thread may do */
    WD_REFUSED_PROCESS = 64,     /* to ask for its number, without which there is no recording */
    WD_REFUSED_CHANNELS = 128,   /* what tells one channel from another */
    WD_REFUSED_PUBLISHING = 256, /* who the process is, for anybody to read */
    WD_REFUSED_FLOWS = 512,      /* to look at sections: what is mapped, the process's CPU, to wait for each other */
    WD_REFUSED_RESTARTS = 1024,  /* to see which signals wait, and what they do to a call */
    WD_REFUSED_ALL = 2047,
};

/* The name of a call that it refuses and that cannot be done without, or NULL. Then *refused has what else is refused.
 * `everywhere`: it is for the recorder's threads too, which can do without nothing. */
const char *wd_sandbox_needs(const struct sock_fprog *filter, int everywhere, unsigned *refused);

/* The sampler has perf events from now on, whose samples make system calls of their own. */
void wd_sandbox_events(void);

/* What is refused so far, each a bit. Atomic. */
extern unsigned wd_sandbox_refused_so_far;

/* Is one of these refused to any thread, so that a filter may refuse it to ours as well? */
static inline int wd_sandbox_refuses_any(unsigned what)
{
    return __builtin_expect((__atomic_load_n(&wd_sandbox_refused_so_far, __ATOMIC_RELAXED) & what) != 0, 0);
}

/* Is the calling thread one of the host's? */
int wd_sandbox_concerns(void);

/* Is one of these refused to the host's threads? Signal-safe. */
static inline int wd_sandbox_refuses(unsigned what)
{
    return wd_sandbox_refuses_any(what) && wd_sandbox_concerns();
}

/* From now on nothing counts as refused to the calling thread, which is ours. */
void wd_sandbox_exempt(void);

/* A filter has come, and these are refused to the host's threads from now on. */
void wd_sandbox_refused(unsigned what);

/* Has one come? Then calls that are not looked for in it are better left out. */
int wd_sandbox_has_come(void);

#endif
