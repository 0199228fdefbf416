/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exec.c: a process that executes another program. The file of its recording is finished before, as its end
 * would do, and it goes on in another if the program cannot be executed. What the program inherits is what the
 * host believes that it does.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "memory/readable.h"
#include "recording/executed.h"
#include "recording/recorder.h"
#include "signals/inherit.h"
#include "wrap/real.h"

#define WRAPPED(X)                                                \
    X(int, execve, (const char *, char *const[], char *const[]))  \
    X(int, execvpe, (const char *, char *const[], char *const[])) \
    X(int, fexecve, (int, char *const[], char *const[]))          \
    X(int, execveat, (int, const char *, char *const[], char *const[], int))

REAL_FUNCTIONS(WRAPPED)

extern char **environ;

struct attempt {
    int was_recorded;
    struct wd_inherit inherited;
};

/* Recording goes on after an exec that fails: programs look for a program along PATH by trying. */
static struct attempt begin(const char *path)
{
    struct attempt attempt = { .was_recorded = 0 };
    int saved = errno;
    if (!path || !wd_is_readable(path, 1) || !strchr(path, '/') || access(path, X_OK) == 0)
        attempt.was_recorded = wd_recorder_suspend();
    wd_inherit_begin(&attempt.inherited);
    errno = saved;
    return attempt;
}

static int failed(const struct attempt *attempt)
{
    int saved = errno;
    wd_inherit_undo(&attempt->inherited);
    if (attempt->was_recorded)
        wd_recorder_resume();
    errno = saved;
    return -1;
}

/* No signal handler or allocator begins here before the constructor. */
#define REAL_EXEC(name) (real.name ? real.name : (__typeof__(real.name))dlsym(RTLD_NEXT, #name))

/* `its` is the new program's environment. */
#define EXECUTE(path, environment, call)                                                  \
    size_t entries = wd_executed_entries(environment);                                    \
    char *copy[entries + 1];                                                              \
    struct wd_executed_texts texts;                                                       \
    char *const *its = wd_executed_environment(environment, copy, entries, 0, 0, &texts); \
    struct attempt attempt = begin(path);                                                 \
    call;                                                                                 \
    return failed(&attempt)

EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    EXECUTE(path, environment, REAL_EXEC(execve)(path, arguments, its));
}

EXPORT int execv(const char *path, char *const arguments[])
{
    EXECUTE(path, environ, REAL_EXEC(execve)(path, arguments, its));
}

EXPORT int execvp(const char *file, char *const arguments[])
{
    EXECUTE(file, environ, REAL_EXEC(execvpe)(file, arguments, its));
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    EXECUTE(file, environment, REAL_EXEC(execvpe)(file, arguments, its));
}

EXPORT int fexecve(int fd, char *const arguments[], char *const environment[])
{
    EXECUTE(NULL, environment, REAL_EXEC(fexecve)(fd, arguments, its));
}

EXPORT int execveat(int directory, const char *path, char *const arguments[], char *const environment[], int flags)
{
    EXECUTE(NULL, environment, REAL_EXEC(execveat)(directory, path, arguments, its, flags));
}

static size_t count(va_list arguments)
{
    size_t n = 1;
    while (va_arg(arguments, char *))
        n++;
    return n;
}

/* The arguments of a call with `first` and others behind it, up to NULL; then `rest`. */
#define LISTED(first, rest, call)                                                  \
    va_list list;                                                                  \
    const char *volatile start = first; /* NULL is allowed, though not declared */ \
    va_start(list, first);                                                         \
    size_t n = start ? count(list) : 0;                                            \
    va_end(list);                                                                  \
    char *arguments[n + 1];                                                        \
    va_start(list, first);                                                         \
    arguments[0] = (char *)start;                                                  \
    for (size_t i = 1; i <= n; i++)                                                \
        arguments[i] = va_arg(list, char *);                                       \
    rest;                                                                          \
    va_end(list);                                                                  \
    return call

EXPORT int execl(const char *path, const char *first, ...)
{
    LISTED(first, , execv(path, arguments));
}

EXPORT int execlp(const char *file, const char *first, ...)
{
    LISTED(first, , execvp(file, arguments));
}

EXPORT int execle(const char *path, const char *first, ...)
{
    char *const *environment;
    LISTED(first, environment = va_arg(list, char *const *), execve(path, arguments, environment));
}
