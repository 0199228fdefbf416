/* SPDX-License-Identifier: Apache-2.0 */
/* recording_directory.h: the name of the recording directory, made absolute, and the directory made. */
#ifndef WD_RECORDING_DIRECTORY_H
#define WD_RECORDING_DIRECTORY_H

#include <stddef.h>

/* Replaces %p by the process's number and %t by the time in `dir`, of `size` bytes, puts the working directory in front
 * of a relative name (the host may change its own later), and makes the directories that are missing. 0, or -1 and
 * errno. */
int wd_recording_directory_make(char *dir, size_t size);

/* Has its disk less than 16 MiB left? Nothing is recorded then. */
int wd_recording_directory_is_full(void);

#endif
