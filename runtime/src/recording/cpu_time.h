/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cpu_time.h: the CPU time that the kernel counts, for readers to hold against the samples.
 *
 * Read from /proc: a program that forbids itself getrusage() still lets files be read, or nothing is recorded. Where
 * there is no /proc (chroot), nothing is counted. To 10 ms, as the kernel tells it there.
 */
#ifndef WD_CPU_TIME_H
#define WD_CPU_TIME_H

#include <stdint.h>

/* The recording of this process begins: what it has used so far is not looked at. */
void wd_cpu_time_begin(void);

/* Brings the counters cpu.… up to date. For the recorder's own thread, whose own time it counts apart. */
void wd_cpu_time_count(void);

/* The process's parent when that began; 0 if it is not known. */
uint32_t wd_cpu_time_parent(void);

/* Of this process since its beginning, in ns, its children left out; UINT64_MAX if that is not known. */
uint64_t wd_cpu_time_used(void);

#endif
