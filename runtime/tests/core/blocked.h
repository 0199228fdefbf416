/* SPDX-License-Identifier: Apache-2.0 */
/* blocked.h: in which system call a thread of this process waits. */
#ifndef BLOCKED_H
#define BLOCKED_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

/* Its number; -1: it runs, or is about to. */
static inline long blocked_in(pid_t thread)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0)
        return -1;
    text[n] = 0;
    return text[0] >= '0' && text[0] <= '9' ? strtol(text, NULL, 10) : -1;
}

#endif
