/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe_point.h: may a thread be started here? A wrapper of a libc function, or a
 * signal handler, may have interrupted or been called by an allocator, libc or the
 * linker, whose locks a new thread needs.
 */
#ifndef WD_SAFE_POINT_H
#define WD_SAFE_POINT_H

/* Notes where libc, the linker, the allocator and the sampler (`code`, an address in
 * it) lie. Takes the linker's lock: when a recording starts. */
void wd_safe_point_prepare(const void *code);

/* Before a fork, in the thread that forks, and then in the child: whether the fork was in a signal handler, whose end
 * the child need not wait for. Some 10 us, of which none are the child's. */
void wd_safe_point_forks(void);
void wd_safe_point_forked(void);

/* Is the calling thread in the handler of a signal that has interrupted libc, the linker, the allocator, the sampler or
 * us, whose locks it may hold then, at anything but a system call? Signal-safe; some 10 us. Keeps errno. */
int wd_safe_point_interrupts(void);

/* Looks at the calling thread's stack: true if it is in the host's own code, called
 * from nowhere else and interrupted by no signal, but for the one whose handler
 * (`in_handler`) this is. Signal-safe; some 10 us. Keeps errno. */
int wd_safe_point(int in_handler);

#endif
