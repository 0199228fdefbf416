/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proc_status.c: programs read in /proc/self whether they have one thread, before they do what is not for several:
 * Python's fork() warns, Rust's crate time gives no local time. Such a program finds one, in a copy of the file, as
 * what streams read of a file themselves passes no function of ours. Where the host has more threads it has the file.
 */
#include "wrap/proc_status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "recording/recorder.h"
#include "sandbox/needs.h"
#include "system/syscalls.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

#define WRAPPED(X)                                 \
    X(FILE *, fopen, (const char *, const char *)) \
    X(FILE *, fopen64, (const char *, const char *))

REAL_FUNCTIONS(WRAPPED)

#define BYTES 8192
#define FIELDS_BEFORE 18 /* blanks between the program's name and the number of threads */

/* Where the number begins; NULL: it is not there, or not 2. */
static char *two_threads(char *text)
{
    static const char line[] = "\nThreads:\t";
    char *number = strstr(text, line), *end = strrchr(text, ')');
    if (number) {
        number += sizeof line - 1;
        return number[0] == '2' && number[1] == '\n' ? number : NULL;
    }
    for (int i = 0; end && i < FIELDS_BEFORE; i++)
        end = strchr(end + 1, ' ');
    return end && end[1] == '2' && end[2] == ' ' ? end + 1 : NULL;
}

static void replace(int fd, const char *text, size_t n)
{
    int flags = wd_sys_fcntl(fd, F_GETFD, 0);
    int copy = wd_sys_file_may_have(n) ? (int)syscall(SYS_memfd_create, "proc", 1 /* closed on exec */) : -1;
    if (copy < 0)
        return;
    if (syscall(SYS_pwrite64, copy, text, n, 0) == (ssize_t)n)
        syscall(SYS_dup3, copy, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
    wd_sys_close(copy);
}

/* Handlers open it on small stacks, to know whether they are debugged: the text is nobody's stack's. Whoever finds it
 * taken, as a handler that has interrupted this, has the kernel's file. */
static void count_without_ours(int fd)
{
    static char text[BYTES];
    static int is_taken;
    if (__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQUIRE))
        return;
    ssize_t n = syscall(SYS_pread64, fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    char *number = n < (ssize_t)sizeof text - 1 ? two_threads(text) : NULL;
    if (number) {
        *number = '1';
        replace(fd, text, (size_t)n);
    }
    __atomic_store_n(&is_taken, 0, __ATOMIC_RELEASE);
}

/* In a sandbox nothing is asked that it may not allow. */
void wd_proc_status_opened(int fd)
{
    int saved = errno;
    if (wd_table == WD_TABLE_HOST && wd_preloaded && !wd_sandbox_has_come() && wd_recorder_thread())
        count_without_ours(fd);
    errno = saved;
}

static FILE *opened(const char *path, FILE *stream)
{
    if (stream && wd_proc_status_is_at(path))
        wd_proc_status_opened(fileno(stream));
    return stream;
}

/* No system call does this: it is looked up also before the constructor. */
#define REAL_OF_PATH(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

EXPORT FILE *fopen(const char *restrict path, const char *restrict mode)
{
    return opened(path, REAL_OF_PATH(fopen)(path, mode));
}

EXPORT FILE *fopen64(const char *restrict path, const char *restrict mode)
{
    return opened(path, REAL_OF_PATH(fopen64)(path, mode));
}
