/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorder.h: one recording per process, and one in each child that it forks and
 * that lasts (docs/decisions.md, "We rotate files ourselves", "Forked children are
 * recorded when they last").
 *
 * A flusher thread of ours (all signals blocked) drains the label ring, writes
 * the records of whodunit.proto into the sampler's files and rotates the files.
 */
#ifndef WD_RECORDER_H
#define WD_RECORDER_H

#include <sys/types.h>

#include "options.h"

/* What the host's kind adds to the recorder; every member may be NULL. */
struct wd_host {
    int is_jvm;                      /* its forked children are not recorded */
    void (*flusher_begins)(void);    /* on the flusher thread, first (attach to the JVM) */
    void (*before_flush)(void);      /* on the flusher thread: adds the waits that threads keep */
    void (*sampler_begins)(void);    /* before the sampler begins or finishes a file, on the thread that does it */
    void (*sampler_ends)(void);      /* behind it */
    void (*flusher_ends)(void);      /* on the flusher thread, last */
    void (*child_is_recorded)(void); /* in a forked child, on its flusher thread, when its recording has begun */
};

/* Starts recording. Returns 0, or -1 after one clear line on stderr; the host
 * program runs on in either case. */
int wd_recorder_start(const struct wd_options *options, const struct wd_host *host);

/* Drains, finishes the current file and stops. Idempotent, waits for the flusher. */
void wd_recorder_stop(void);

/* The program calls exit(): notes whether in a signal's handler that has interrupted what stopping needs. */
void wd_recorder_exits(void);

/* The process ends without running its destructors (_exit): wd_recorder_stop, unless
 * this is a child of vfork, or a place where the flusher could wait for the calling thread. */
void wd_recorder_stop_at_once(void);

/* The process is about to execute another program, or to make a call for which it may have no thread of ours: stops, if
 * a recording runs in it, which is what it returns. False in a child, also of vfork, that is not recorded itself. */
int wd_recorder_suspend(void);

/* The process is about to be this user, who is to be able to finish the open file. Waits for the recorder's work, but
 * not long; may be called where nothing is recorded. Signal-safe. */
void wd_recorder_give_file(uid_t user);

/* Likewise, because the process is about to refuse itself what a recording needs; tells why, and the cure. */
int wd_recorder_give_up(const char *why, const char *cure);

/* What the recorder was suspended for has failed, or is over: records again, in another file. Keeps errno. */
void wd_recorder_resume(void);

/* The same from a signal handler whose process ends then. Waits a while only: the thread that it has interrupted may
 * hold what the recorder needs. Signal-safe. */
void wd_recorder_finish(void);

/* The kernel's number of the thread that records this process; 0: there is none. */
pid_t wd_recorder_thread(void);

/* Does a recording run in this process? Not in a child that it forked, until that is recorded itself. */
int wd_recorder_running(void);

#endif
