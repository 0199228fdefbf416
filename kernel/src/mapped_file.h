/* SPDX-License-Identifier: Apache-2.0 */
/* mapped_file.h: what tells the functions of a file that a process has mapped. That process's user may change the file
 * while it is looked at, and cut it, which ends who has it mapped too: so it is looked at in a copy that is ours. */
#ifndef WD_MAPPED_FILE_H
#define WD_MAPPED_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Sections of stripped files, whose names are equally long: symbols of functions, in a file of their own, compressed;
 * the name of a debug file. */
#define WD_PACKED_SYMBOLS ".gnu_debugdata"
#define WD_LINK_TO_SYMBOLS ".gnu_debuglink"
#define WD_MAPPED_FILE_MOST (256u << 20) /* more is not copied of one */

/* A part of a process's memory that the file is mapped to. */
struct wd_mapped_part {
    int pid;
    uint64_t start, end;
    const char *path; /* as /proc/PID/maps has it */
};

struct wd_mapped_file {
    int fd;
    uint64_t copied; /* bytes */
    char path[32];   /* by which the copy can be opened until it is released; who has mapped it keeps it */
};

/* Copies its headers, symbols, their names and notes to where they are in the file; the rest is zero. It is the file
 * that is mapped there, whatever has its name now; without CAP_CHECKPOINT_RESTORE (or CAP_SYS_ADMIN) the one that the
 * process sees by that path, and only without a symbolic link on it. Only a regular file: opening something else may
 * wait for somebody, or do something. At most so many bytes: a table that does not fit is left out. False if there is
 * none. */
int wd_mapped_file_copy(const struct wd_mapped_part *part, uint64_t most, struct wd_mapped_file *file);
void wd_mapped_file_release(struct wd_mapped_file *file);

/* By which it can be opened while it is mapped there. */
void wd_mapped_file_path(const struct wd_mapped_part *part, char *out, size_t size);

/* Is the text anywhere in the file itself, as far as WD_MAPPED_FILE_MOST? Has 31 bytes at most. */
int wd_mapped_file_holds(const struct wd_mapped_part *part, const char *text);

#endif
