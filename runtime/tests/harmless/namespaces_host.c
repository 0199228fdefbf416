/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that counts its threads, and makes calls which only a process of one thread may make, for namespaces.py: by
 * libc's functions or, with an argument, by syscall().
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "burn.h"

enum { PHASE_MS = 400 };

static void tell(const char *call, int result)
{
    printf("%s: %s\n", call, result == 0 ? "done" : strerror(errno));
}

static int by_number;

/* As programs do that look whether they have one thread. */
static void count_threads(int proc, const char *path)
{
    struct stat tasks;
    if (fstatat(proc, path, &tasks, 0) == 0)
        printf("%s: %d\n", path, (int)tasks.st_nlink - 2);
}

static int enter(int fd, int type)
{
    return by_number ? (int)syscall(SYS_setns, fd, type) : setns(fd, type);
}

static int leave(int flags)
{
    return by_number ? (int)syscall(SYS_unshare, flags) : unshare(flags);
}

int main(int argc, char **argv)
{
    (void)argv;
    by_number = argc > 1;
    burn_ms(PHASE_MS);
    int proc = open("/proc", O_RDONLY | O_DIRECTORY);
    count_threads(proc, "self/task/");
    count_threads(proc, "/proc/self/task");
    count_threads(proc, "thread-self");
    close(proc);
    int fd = open("/proc/self/ns/mnt", O_RDONLY);
    tell("setns", enter(fd, CLONE_NEWNS));
    close(fd);
    burn_ms(PHASE_MS);
    tell("unshare", leave(CLONE_NEWUSER));
    burn_ms(PHASE_MS);
    tell("a bad flag", leave(1));
    tell("a bad descriptor", enter(-1, 0));
    burn_ms(PHASE_MS);
    return 0;
}
