/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output.h: the file that the sampler writes, kept apart from the host's files.
 *
 * The sampler remembers its file by descriptor number. A server that closes
 * all descriptors when it becomes a daemon would have the recording written
 * into whatever it opens next, and a forked child writes into its parent's
 * file. So the sampler gets a number that is no descriptor, and its calls are
 * checked and translated here.
 */
#ifndef WD_OUTPUT_H
#define WD_OUTPUT_H

#include "own_files/table.h"

/* What the sampler is to call the recording, whatever its name is: its command
 * language has no escape for ',' and '%' in file names. */
#define WD_OUTPUT_NAME "whodunit.jfr"

/* Redirects the file calls of the loaded sampler, that library's only. False
 * if it does not make them as expected. Once, before it opens a file. */
int wd_output_redirect(void *library);

/* The next WD_OUTPUT_NAME that the sampler opens is the file `name` of the recording directory
 * (own_files/directory.h). */
void wd_output_expect(const char *name);

/* Gives the calling thread a table of its own with nothing but the recording and its directory; goes
 * without where that is impossible. */
void wd_output_own_table(enum wd_table table);

/* Why nothing more is written to the recording: an errno that says that there is
 * no room; 0 if there is. Of the file that was opened last; atomic, signal-safe. */
int wd_output_error(void);

/* Why something could not be written to the recording, which goes on: an errno,
 * the last one; 0 if that has never been. How much it was, WD_HEALTH_RECORDING_LOST
 * counts, of either kind. Atomic, signal-safe. */
int wd_output_missed(void);

/* The calling thread's table keeps no descriptor of a recording any longer. */
void wd_output_close(void);

/* In a forked child: whatever the sampler writes goes nowhere, until another file is expected. */
void wd_output_forget(void);

#endif
