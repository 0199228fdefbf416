/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spawn.c: libc's functions that start another program in a child that is never seen here. It inherits the calling
 * thread's mask, so our signal is blocked meanwhile if the host believes that it is.
 *
 * Compiled with -fexceptions: a thread that is cancelled in system() is unwound through it.
 */
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>

#include "recording/executed.h"
#include "signals/inherit.h"
#include "signals/own_signal.h"
#include "wrap/older.h"
#include "wrap/real_signals.h"

#define WRAPPED(X)                                                                                          \
    X(int, posix_spawn,                                                                                     \
      (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], \
       char *const[]))                                                                                      \
    X(int, posix_spawnp,                                                                                    \
      (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[], \
       char *const[]))                                                                                      \
    X(FILE *, popen, (const char *, const char *))                                                          \
    X(int, system, (const char *))

REAL_FUNCTIONS(WRAPPED)

static void release(void *before)
{
    int saved = errno;
    wd_own_signal_release(before);
    errno = saved;
}

/* The whole of a function that starts a program: `call` is the real one's. */
#define START(call)                         \
    sigset_t before;                        \
    if (!wd_inherit_mask(&before))          \
        return call;                        \
    __typeof__(call) result;                \
    pthread_cleanup_push(release, &before); \
    result = call;                          \
    pthread_cleanup_pop(1);                 \
    return result

static int leaves(const posix_spawnattr_t *attributes)
{
    short flags = 0;
    return attributes && posix_spawnattr_getflags(attributes, &flags) == 0 && (flags & POSIX_SPAWN_SETSID);
}

/* `its` is the new program's environment. */
#define CARRY(environment, attributes)                 \
    size_t entries = wd_executed_entries(environment); \
    char *copy[entries + 1];                           \
    struct wd_executed_texts texts;                    \
    char *const *its = wd_executed_environment(environment, copy, entries, 1, leaves(attributes), &texts)

typedef int spawner(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const[],
                    char *const[]);

static int start_program(spawner *spawn, pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    CARRY(environment, attributes);
    START(spawn(child, file, actions, attributes, arguments, its));
}

EXPORT int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return start_program(REAL_SIGNAL(posix_spawn), child, path, actions, attributes, arguments, environment);
}

EXPORT int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return start_program(REAL_SIGNAL(posix_spawnp), child, file, actions, attributes, arguments, environment);
}

/* The older ones give a script without an interpreter's name to a shell. */
WD_OLDER("posix_spawn@GLIBC_2.2.5")
int older_posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                      const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return start_program(REAL_OLDER(posix_spawn, "GLIBC_2.2.5"), child, path, actions, attributes, arguments,
                         environment);
}

WD_OLDER("posix_spawnp@GLIBC_2.2.5")
int older_posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    return start_program(REAL_OLDER(posix_spawnp, "GLIBC_2.2.5"), child, file, actions, attributes, arguments,
                         environment);
}

static FILE *start_popen(const char *command, const char *mode)
{
    START(REAL_SIGNAL(popen)(command, mode));
}

static int start_system(const char *command)
{
    START(REAL_SIGNAL(system)(command));
}

static void started(void *none)
{
    (void)none;
    wd_executed_started();
}

/* These start a shell with the process's own environment. */
#define START_SHELL(call)                \
    __typeof__(call) result;             \
    wd_executed_starts();                \
    pthread_cleanup_push(started, NULL); \
    result = call;                       \
    pthread_cleanup_pop(1);              \
    return result

EXPORT FILE *popen(const char *command, const char *mode)
{
    START_SHELL(start_popen(command, mode));
}

EXPORT int system(const char *command)
{
    START_SHELL(start_system(command));
}
