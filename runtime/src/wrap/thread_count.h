/* SPDX-License-Identifier: Apache-2.0 */
/* thread_count.h: the files in which a process reads how many threads it has. */
#ifndef WD_WRAP_THREAD_COUNT_H
#define WD_WRAP_THREAD_COUNT_H

#include <string.h>

/* `fd` was opened at that path a moment ago, to be read. If it says that the process has two threads, and one is the
 * recorder's, the number is another file's: what it said, with one thread. Keeps errno. */
void wd_thread_count_opened(int fd);

static inline int wd_thread_count_is_at(const char *path)
{
    static const char name[] = "/proc/self/stat";
    return strncmp(path, name, sizeof name - 1) == 0 &&
           (!path[sizeof name - 1] || !strcmp(path + sizeof name - 1, "us"));
}

#endif
