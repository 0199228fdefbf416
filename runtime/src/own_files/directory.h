/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directory.h: the recording directory, held by descriptor: a process that has
 * dropped root may still write to it where it can no longer reach it by name.
 *
 * Names are relative to it, or absolute. Where the host has closed the descriptor
 * the directory's path is used. Signal-safe, but for wd_directory_begin.
 */
#ifndef WD_DIRECTORY_H
#define WD_DIRECTORY_H

#include <stdint.h>
#include <sys/stat.h>

/* Opens it, and closes the one before. `path` is absolute. 0, or -1 and errno. */
int wd_directory_begin(const char *path);

/* Its descriptor in the calling thread's table, -1 if there is none. The number is the same in all tables. */
int wd_directory_descriptor(void);

int wd_directory_open(const char *name, int flags, mode_t mode);
int wd_directory_rename(const char *from, const char *to);
int wd_directory_link(const char *from, const char *to); /* fails where `to` is there */
int wd_directory_unlink(const char *name);
int wd_directory_stat(const char *name, struct stat *out);

/* Makes a file of ours the user's. Only in a directory of ours where each may rename his own files alone (as in /tmp):
 * elsewhere it is not needed, and the name might be somebody else's by now. */
void wd_directory_give(const char *name, uid_t user);

/* Free bytes of its file system; UINT64_MAX if that is not to be had. */
uint64_t wd_directory_free(void);

#endif
