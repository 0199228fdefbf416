/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interval_file.h: writes a file of intervals (docs/format.md, "Intervals"), block by
 * block: what is cut off loses its last block only, and a full disk loses what does not
 * wait for space in the block of its kind. One at a time; not thread-safe.
 */
#ifndef WD_INTERVAL_FILE_H
#define WD_INTERVAL_FILE_H

#include <stdint.h>

#include "interval.h"

/* Who is defined; `name` is cut to 255 bytes. */
struct wd_thread_entry {
    uint32_t id, tid, pid, own_tid, own_pid, parent;
    uint64_t started, ended;
    int recorded;
    const char *name;
};

/* Makes the file, which must not be there. NULL, or why not. */
const char *wd_intervals_open(const char *path);

/* `thread` and `waker` are ids. */
void wd_intervals_add(const struct wd_interval *interval, uint32_t thread, uint32_t waker);

void wd_intervals_define(const struct wd_thread_entry *thread);
/* A name, and a stack of names, innermost first; by ids that begin at 1. */
void wd_intervals_define_name(uint32_t id, const char *name);
void wd_intervals_define_stack(uint32_t id, const uint32_t *names, uint32_t n);

void wd_intervals_total(const char *name, uint64_t n);

/* What was added so far is in the file after it, unless the disk is full. */
void wd_intervals_flush(void);

/* Bytes that could not be written: the disk is full. */
uint64_t wd_intervals_lost(void);

/* Flushes and closes. */
void wd_intervals_close(void);

#endif
