/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that counts its threads, and makes calls which only a process of one thread may make, for namespaces.py: by
 * libc's functions or, with an argument, by syscall().
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
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

static void count_links(int (*ask)(const char *, struct stat *))
{
    struct stat tasks;
    if (ask("/proc/self/task", &tasks) == 0)
        printf("links: %d\n", (int)tasks.st_nlink - 2);
}

/* The number of threads is the 18th field behind the program's name, or has a line. */
static void tell_count(const char *text)
{
    const char *number = strstr(text, "\nThreads:\t"), *fields = strrchr(text, ')');
    if (number)
        number += strlen("\nThreads:\t");
    else
        for (int i = 0; fields && (number = fields) != NULL && i < 18; i++)
            fields = strchr(fields + 1, ' ');
    printf("threads: %d, in %s text\n", number ? atoi(number) : 0,
           strstr(text, "(namespaces_host)") ? "a stat's" : "a");
}

static void read_count(const char *path, int flags)
{
    char text[4096];
    int fd = open(path, O_RDONLY | flags), lowest = dup(0);
    ssize_t n = read(fd, text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    printf("%d below %d, closed on exec: %d\n", fd, lowest, fcntl(fd, F_GETFD) & FD_CLOEXEC);
    tell_count(text);
    close(lowest);
    close(fd);
}

static void stream_count(const char *path)
{
    char text[4096];
    FILE *stream = fopen(path, "re");
    text[stream ? fread(text, 1, sizeof text - 1, stream) : 0] = 0;
    printf("closed on exec: %d\n", stream ? fcntl(fileno(stream), F_GETFD) & FD_CLOEXEC : -1);
    tell_count(text);
    if (stream)
        fclose(stream);
}

enum { SMALL_STACK = 8192, FRAME_OF_KERNEL = SMALL_STACK / 2 };
static char stack[1 << 16];
static volatile ptrdiff_t handler_at; /* from the stack's beginning */

static void ask_who_debugs(int signal)
{
    (void)signal;
    handler_at = (char *)__builtin_frame_address(0) - stack;
    close(open("/proc/self/status", O_RDONLY));
}

/* What a handler of faults needs that looks for "TracerPid:". The least, as the sampler's signal may come meanwhile. */
static void open_on_a_small_stack(void)
{
    struct sigaction action = { .sa_handler = ask_who_debugs, .sa_flags = SA_ONSTACK };
    ptrdiff_t least = sizeof stack;
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    sigaction(SIGUSR1, &action, NULL);
    for (int i = 0; i < 5; i++) {
        const volatile char *seen = stack; /* raise() changes it */
        ptrdiff_t unused = 0;
        memset(stack, 'x', sizeof stack);
        raise(SIGUSR1);
        while (seen[unused] == 'x')
            unused++;
        least = handler_at - unused < least ? handler_at - unused : least;
    }
    printf("a stack of 8192 bytes %s\n", least < SMALL_STACK - FRAME_OF_KERNEL ? "suffices" : "is too small");
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
    count_links(stat);
    count_links(lstat);
    read_count("/proc/self/stat", O_CLOEXEC);
    read_count("/proc/self/status", 0);
    stream_count("/proc/self/stat");
    stream_count("/proc/self/status");
    open_on_a_small_stack();
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
