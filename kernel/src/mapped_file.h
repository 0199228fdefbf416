/* SPDX-License-Identifier: Apache-2.0 */
/* mapped_file.h: a file that a process has mapped, by its path, which that process's user may have changed since. */
#ifndef WD_MAPPED_FILE_H
#define WD_MAPPED_FILE_H

struct wd_mapped_file {
    int fd;
    char path[32]; /* by which it can be opened while it is held here */
};

/* As the process sees it. Only a regular file without a symbolic link on its path: nothing else can be mapped by that
 * path, and opening it may wait for somebody, or do something. False if there is none. */
int wd_mapped_file_hold(int pid, const char *path, struct wd_mapped_file *file);
void wd_mapped_file_release(struct wd_mapped_file *file);

#endif
