/* SPDX-License-Identifier: Apache-2.0 */
/*
 * executed.h: a program that is executed for a request works for that request. Its context comes in a variable of the
 * environment that is written anew at each exec, and names the process that the program's parent must be: a program
 * that has it from elsewhere has none (docs/messages.md, "Programs that a request executes").
 */
#ifndef WD_EXECUTED_H
#define WD_EXECUTED_H

#include <stddef.h>

#include "contexts/context.h"
#include "limits/limits_entry.h"
#include "recording/executed_check.h"

#define WD_EXECUTED_VARIABLE "WHODUNIT_REQUEST="
#define WD_EXECUTED_VALUE (2 * WHODUNIT_WIRE_LENGTH + 1)
#define WD_EXECUTED_SIZE (sizeof WD_EXECUTED_VARIABLE + WD_EXECUTED_VALUE)

/* What a program that the calling thread executes works for, as others call it; uid 0: nothing that is known. Set once;
 * NULL: messages are not followed. Called in children of vfork as well, which have their parent's memory. */
extern struct wd_remote (*wd_executed_names)(void);

/* This process is recorded: its first thread works for what it was executed for. */
void wd_executed_begin(void);

/* It is not recorded and only starts others, as shells do: they work for what it was executed for. */
void wd_executed_passes_on(void);

/* It serves others from now on, or has left its starter. Signal-safe. */
void wd_executed_end(void);

/* The calling process begins a session of its own, and what it was forked for is left behind. */
void wd_executed_leaves(void);

/* Entries of the new program's environment. */
struct wd_executed_texts {
    char request[WD_EXECUTED_SIZE];
    char limits[WD_LIMITS_SIZE];
};

/* How many entries a copy of `environment` takes, with its end; 0: it is to be passed as it is. */
size_t wd_executed_entries(char *const environment[]);

/* Such a copy, with what the new program works for, and what it is told of limits (limits/limits_entry.h), in `texts`.
 * `spawns`: a child executes it, not this process. `leaves`: in a session of its own. */
char *const *wd_executed_environment(char *const environment[], char **copy, size_t entries, int spawns, int leaves,
                                     struct wd_executed_texts *texts);

/* Around functions of libc that start a program with the process's own environment. Where two start at a time, what
 * they start is nobody's. */
void wd_executed_starts(void);
void wd_executed_started(void);

#endif
