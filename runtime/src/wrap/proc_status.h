/* SPDX-License-Identifier: Apache-2.0 */
/* proc_status.h: the files in which a process reads how many threads it has. */
#ifndef WD_WRAP_PROC_STATUS_H
#define WD_WRAP_PROC_STATUS_H

#include <string.h>

/* `fd` was opened at that path a moment ago, to be read. If it says that the process has two threads, and one is the
 * recorder's, the number is another file's: what it said, with one thread. Keeps errno. */
void wd_proc_status_opened(int fd);

static inline int wd_proc_status_is_at(const char *path)
{
    static const char name[] = "/proc/self/stat";
    return strncmp(path, name, sizeof name - 1) == 0 &&
           (!path[sizeof name - 1] || !strcmp(path + sizeof name - 1, "us"));
}

#endif
