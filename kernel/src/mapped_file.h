/* SPDX-License-Identifier: Apache-2.0 */
/* mapped_file.h: what tells the functions of a file that a process has mapped. That process's user may change the file
 * while it is looked at, and cut it, which ends who has it mapped too: so it is looked at in a copy that is ours. */
#ifndef WD_MAPPED_FILE_H
#define WD_MAPPED_FILE_H

struct wd_mapped_file {
    int fd;
    char path[32]; /* by which the copy can be opened until it is released; who has mapped it keeps it */
};

/* Copies its headers, symbols, their names and notes to where they are in the file; the rest is zero. The path is as
 * the process sees it. Only a regular file without a symbolic link on its path: nothing else can be mapped by that
 * path, and opening it may wait for somebody, or do something. False if there is none. */
int wd_mapped_file_copy(int pid, const char *path, struct wd_mapped_file *file);
void wd_mapped_file_release(struct wd_mapped_file *file);

#endif
