/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory_limits.h: what the recorder maps does not count against the host's limits on memory (RLIMIT_AS, RLIMIT_DATA).
 *
 * The kernel is told more, by what the recorder reserves, and the host is told what it has set. A program that it
 * executes inherits the higher limit, and learns from a variable of its environment what the host knows. Where the host
 * may not raise its hard limit, that one stays, and the other is raised as far as it goes. All functions are
 * thread-safe and keep nothing but by how much each limit was raised.
 */
#ifndef WD_MEMORY_LIMITS_H
#define WD_MEMORY_LIMITS_H

#include <stddef.h>
#include <sys/resource.h>

/* Is this RLIMIT_… one of them, in a process where there is space for both? */
int wd_memory_limits(int resource);

/* Is the kernel's limit higher than what the host knows? */
int wd_memory_limits_raised(int resource);

/* As prlimit() for the calling process: either may be NULL. 0, or -1 with errno. */
int wd_memory_limit(int resource, const struct rlimit *limits, struct rlimit *before);

/* At the beginning of each process that has the library, recorded or not: who has executed it may have raised them. */
void wd_memory_limits_inherit(void);

/* The host has set this one in the kernel itself, as one does that is not recorded. */
void wd_memory_limits_are_hosts(int resource);

/* Before a recording starts: raises the limits that the process was started with. False, and told, if the system does
 * not allow that: then there is not space for both, and all limits are the host's own from then on. */
int wd_memory_limits_make_room(void);

/* So much more is going to be reserved in this process. False: the system does not allow limits that are raised already
 * to be raised by that. Before there are threads of the host. */
int wd_memory_limits_reserve(size_t bytes);

#endif
