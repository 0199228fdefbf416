/* SPDX-License-Identifier: Apache-2.0 */
/* mapped_file.h: what tells the functions of a file that a process has mapped. That process's user may change the file
 * while it is looked at, and cut it, which ends who has it mapped too: so it is looked at in a copy that is ours. */
#ifndef WD_MAPPED_FILE_H
#define WD_MAPPED_FILE_H

#include <stdint.h>

#define WD_MAPPED_FILE_MOST (256u << 20) /* more is not copied of one */

struct wd_mapped_file {
    int fd;
    uint64_t copied; /* bytes */
    char path[32];   /* by which the copy can be opened until it is released; who has mapped it keeps it */
};

/* Copies its headers, symbols, their names and notes to where they are in the file; the rest is zero. The path is as
 * the process sees it. Only a regular file without a symbolic link on its path: nothing else can be mapped by that
 * path, and opening it may wait for somebody, or do something. At most so many bytes: a table that does not fit is left
 * out. False if there is none. */
int wd_mapped_file_copy(int pid, const char *path, uint64_t most, struct wd_mapped_file *file);
void wd_mapped_file_release(struct wd_mapped_file *file);

#endif
