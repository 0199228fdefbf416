/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files.h: the files of this process's recording, one after the other
 * (docs/decisions.md, "We rotate files ourselves"). For the recorder's thread, or
 * the one that starts it.
 */
#ifndef WD_FILES_H
#define WD_FILES_H

#include <stdint.h>
#include <sys/types.h>

#include "options.h"
#include "sampler/engine.h"

struct wd_files {
    const struct wd_options *options;
    const struct wd_engine *engine;
    int is_jvm;
    void (*before_flush)(void);   /* NULL: nothing to be added */
    void (*sampler_begins)(void); /* around whatever the sampler does at a file's ends; NULL: nothing */
    void (*sampler_ends)(void);
};

/* Starts to sample into the process's first file, or the next one if there were others. NULL, or why not. Keeps a
 * copy of `what`. */
const char *wd_files_begin(const struct wd_files *what);

/* Moves labels to the file, and tells of losses. */
void wd_files_drain(void);

/* Has the process a limit on the size of files? */
int wd_files_are_limited(void);

/* Is the file so long that the limit on the size of files comes near? */
int wd_files_near_limit(void);

/* Finishes the file and goes on in the next one. False if nothing is recorded any more, which has been told. */
int wd_files_next(void);

/* The file that is open becomes this user's, who is to rename it. Not while another thread is at work on it. */
void wd_files_give(uid_t user);

/* The next file is of this engine; the options say its name and interval. */
void wd_files_use(const struct wd_engine *engine);

/* Finishes the last file, or removes it if the process did next to nothing. */
void wd_files_end(void);

/* When the recording of a forked child begins: the files are the parent's. */
void wd_files_begin_in_child(void);

/* How many files were finished before this one. */
uint32_t wd_files_number(void);

/* Its path, for messages: of the file, or of the directory if there is none. */
const char *wd_files_path(void);

#endif
