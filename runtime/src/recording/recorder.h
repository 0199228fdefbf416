/*
 * recorder.h: one recording per process (docs/decisions.md, "We rotate files ourselves").
 *
 * A flusher thread of ours (all signals blocked) drains the label ring, writes
 * the records of whodunit.proto into the sampler's files and rotates the files.
 */
#ifndef WD_RECORDER_H
#define WD_RECORDER_H

#include "options.h"

/* What the JVM half adds to the recorder; every member may be NULL. */
struct wd_host {
    int is_jvm;
    void (*flusher_begins)(void); /* on the flusher thread, first (attach to the JVM) */
    void (*before_flush)(void);   /* on the flusher thread: adds the waits that threads keep */
    void (*flusher_ends)(void);   /* on the flusher thread, last */
};

/* Starts recording. Returns 0, or -1 after one clear line on stderr; the host
 * program runs on in either case. */
int wd_recorder_start(const struct wd_options *options, const struct wd_host *host);

/* Drains, finishes the current file and stops. Idempotent, waits for the flusher. */
void wd_recorder_stop(void);

/* The process is about to execute another program: stops, if a recording runs in it, which is what it returns. False in
 * a child, also of vfork. */
int wd_recorder_suspend(void);

/* Likewise, because the process is about to refuse itself the system call of that name; tells so. */
int wd_recorder_give_up(const char *call);

/* It could not: records again, in another file. */
void wd_recorder_resume(void);

/* The same from a signal handler whose process ends then. Waits a while only: the thread that it has interrupted may
 * hold what the recorder needs. Signal-safe. */
void wd_recorder_finish(void);

/* Does a recording run in this process? Not in a child that it forked. */
int wd_recorder_running(void);

#endif
