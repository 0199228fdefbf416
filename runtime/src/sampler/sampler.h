/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sampler.h: what takes samples of this process and writes them to files. The
 * rest of the runtime knows no more of it than this (docs/decisions.md, "One
 * seam for samplers").
 *
 * Errors are texts that live until the next call, NULL where there is none.
 * Unless they say otherwise, functions are for the recorder's thread, or for the
 * one that starts it, and do nothing before wd_sampler_load.
 */
#ifndef WD_SAMPLER_H
#define WD_SAMPLER_H

#include "sampler/implementation.h"

#define WD_RECORD_LIMIT 2048
#define WD_KERNEL_NAMES 8192 /* bytes that the functions of a kernel stack take at most */

/* Chooses the sampler that offers the engine and loads it, once: a second call
 * does nothing. After it threads find their samples' times (threads/thread.h). `vm` is the
 * JavaVM of a JVM that is being loaded (Agent_OnLoad), else NULL. */
const char *wd_sampler_load(const struct wd_engine *engine, void *vm);

/* Starts to sample into a new file. All signals are blocked: the sampler may start threads. */
const char *wd_sampler_start(const struct wd_recording *recording);

/* Finishes the file and goes on in `next`. If the finished one was cut, *cut says
 * why (an errno, else 0), and nothing was started. */
const char *wd_sampler_rotate(const struct wd_recording *next, int *cut);

/* No sample is taken any more until the next start, and all that were are known to
 * the hooks. Waits for threads that are at it. */
void wd_sampler_rest(void);

/* Stops and finishes the file. */
void wd_sampler_stop(void);

/* The process ends after the next stop, in a signal's handler that may have interrupted malloc: nothing is given back
 * to libc's heap any more. Any thread, signal-safe. */
void wd_sampler_ends(void);

/* Writes one record (at most WD_RECORD_LIMIT bytes) into the running file; waits, but
 * not for long, where threads that sample leave no room for it. False if it was refused. */
int wd_sampler_emit(const uint8_t *record, size_t length);

/* Takes a sample of the calling thread where it is; nothing if no sampler runs. Any
 * thread, but no signal handler. Keeps errno. */
void wd_sampler_sample_here(void);

/* The calling thread is the recorder's: it leaves the host's table of descriptors for
 * one with the recording only, where the engine and the kernel can do that. */
void wd_sampler_leave_hosts_table(void);

/* The calling thread's table keeps no descriptor of a file any longer. */
void wd_sampler_close(void);

/* Why nothing more is written to the file: an errno that says that there is no room;
 * 0 if there is. Of the file that was started last. Any thread, signal-safe. */
int wd_sampler_cut(void);

/* Why something could not be written to a file, which goes on: an errno, the last
 * one; 0 if that has never been. How much it was, WD_HEALTH_RECORDING_LOST counts, of
 * either kind. Any thread, signal-safe. */
int wd_sampler_missed(void);

/* Stop here, go on in both: around a fork of a process that is being sampled, in its
 * atfork handlers. Before it no thread is inside the sampler any more; samples that
 * come meanwhile are taken later. False if that took too long. Then in the parent,
 * which goes on as it was, and in the child, where nothing is sampled and the parent's
 * file is left alone until wd_sampler_start is called there: only if
 * wd_sampler_fork_begins was true, and the engine can be started in children. */
int wd_sampler_fork_begins(void);
void wd_sampler_fork_over(void);
void wd_sampler_forked(void);

/* In a forked child before its start: a signal, and what is to come with it, for a
 * timer that tells when the child has run for a while (hooks.h, child_has_run). 0 if there is none. */
int wd_sampler_child_signal(union sigval *mark);

/* An address in the sampler's own code, for whoever leaves its frames out; NULL if it has none. */
const void *wd_sampler_code(void);

/* Brings the health counters up to date with what is counted elsewhere. */
void wd_sampler_count(void);

/* Why the engine cannot be used here, or NULL. Before wd_sampler_load. */
const char *wd_sampler_missing(const struct wd_engine *engine);

/* Why no more samples come with this engine, or NULL. Another one is to be used for the next file. */
const char *wd_sampler_lost(void);

/* Why there are threads of the host's that are not sampled, or NULL. */
const char *wd_sampler_passes_over(void);

/* Is the former to be asked ten times a second, also when no samples come? */
int wd_sampler_is_watched(void);

/* The functions of a kernel stack that a sample came with (hooks.h), innermost first, each ended by a NUL. Returns
 * how many there are; 0 if it is not known. */
uint32_t wd_sampler_kernel_stack(uint32_t number, char *names, size_t size);

#endif
