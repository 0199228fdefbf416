/*
 * asprof.h: async-profiler, loaded from beside libwhodunit.so
 * (docs/decisions.md, "async-profiler takes the samples"). Nothing else in the
 * runtime knows its C interface.
 */
#ifndef WD_ASPROF_H
#define WD_ASPROF_H

#include <stddef.h>
#include <stdint.h>

/* Loads the library (once), after which threads find their samples' times
 * (thread.h). NULL, or why not. */
const char *wd_asprof_load(void);

/* A symbol of the loaded library, for the JVM half. */
void *wd_asprof_symbol(const char *name);

/* Points an import of the loaded library at a function of ours. False if it has none of that name. */
int wd_asprof_import(const char *symbol, void *function);

/* For processes without a JVM, once, before the first command. NULL, or why not. */
const char *wd_asprof_init(void);

/* Runs a command of its option language. NULL, or its error message. */
const char *wd_asprof_execute(const char *command);

/* Writes one record (at most WD_EVENT_LIMIT bytes) into the running recording.
 * False if it was refused. */
#define WD_EVENT_LIMIT 2048
int wd_asprof_emit(const uint8_t *record, size_t length);

#endif
