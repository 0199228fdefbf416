/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library.h: the loaded libasyncProfiler.so, from beside libwhodunit.so: its C
 * interface and its option language.
 */
#ifndef WD_ASYNC_LIBRARY_H
#define WD_ASYNC_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/* Loads it (once), after which threads find their samples' times (threads/thread.h). Sets
 * it up for the JVM if `vm` is one, else for a process without. NULL, or why not. */
const char *wd_async_load(void *vm);

/* Runs a command of its option language. NULL, or its error message. */
const char *wd_async_execute(const char *command);

/* Writes one record into the running recording. False if it was refused. */
int wd_async_emit(const uint8_t *record, size_t length);

/* An address in its code; NULL before it is loaded. */
const void *wd_async_code(void);

#endif
