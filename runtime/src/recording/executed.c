/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/executed.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "contexts/intern.h"
#include "contexts/wire.h"
#include "memory/fork_state.h"
#include "memory/readable.h"
#include "sandbox/needs.h"
#include "system/own_lock.h"
#include "threads/thread.h"

#define NAME_LENGTH (sizeof WD_EXECUTED_VARIABLE - 1)
#define MOST_ENTRIES 2048 /* a larger environment is passed as it is */

extern char **environ;

struct wd_remote (*wd_executed_names)(void);

static pid_t self WD_FORK_STATE, parent WD_FORK_STATE;
static int starting WD_FORK_STATE;      /* functions of libc that are under way */
static int starting_lock WD_FORK_STATE; /* held for some instructions */
static int is_over;                     /* atomic */
static int passes_on;
static uint32_t directory;       /* 0: none */
static struct wd_remote carried; /* uid 0: nothing */

/* In `environment`, if it is as we write it. */
static char *find(char *const environment[])
{
    for (; environment && *environment; environment++)
        if (strncmp(*environment, WD_EXECUTED_VARIABLE, NAME_LENGTH) == 0)
            return strlen(*environment) == WD_EXECUTED_SIZE - 1 ? *environment + NAME_LENGTH : NULL;
    return NULL;
}

static uint32_t check_of(const char *value, pid_t by)
{
    uint32_t check = wd_hash((uint32_t)by, value, WHODUNIT_WIRE_LENGTH);
    return check ? check : 1;
}

/* A value whose first byte is none of a number is none. */
static void write_value(char *value, struct wd_remote remote, pid_t by)
{
    if (!remote.uid || !directory || by <= 0) {
        memset(value, '-', WD_EXECUTED_VALUE);
        return;
    }
    char text[WD_EXECUTED_VALUE];
    wd_wire_format(remote.uid, remote.synopsis, text);
    text[WHODUNIT_WIRE_LENGTH] = '-';
    wd_wire_format((uint64_t)(uint32_t)by << 32 | directory, check_of(text, by), text + WHODUNIT_WIRE_LENGTH + 1);
    memcpy(value + 1, text + 1, sizeof text - 1);
    __atomic_store_n(value, text[0], __ATOMIC_RELEASE);
}

static struct wd_remote read_value(const char *value)
{
    struct wd_remote remote = { 0 };
    uint64_t uid, from;
    uint32_t synopsis, check;
    if (wd_wire_parse(value, WHODUNIT_WIRE_LENGTH, &uid, &synopsis) &&
        wd_wire_parse(value + WHODUNIT_WIRE_LENGTH + 1, WHODUNIT_WIRE_LENGTH, &from, &check) &&
        check == check_of(value, (pid_t)(from >> 32)) && (pid_t)(from >> 32) == parent && (uint32_t)from == directory) {
        remote.uid = uid;
        remote.synopsis = synopsis;
    }
    return remote;
}

static void in_child(void)
{
    if (!directory)
        return;
    parent = self;
    self = getpid();
    char *value = starting ? find(environ) : NULL; /* another thread's */
    if (value)
        value[0] = '-';
    starting = starting_lock = 0;
}

/* Before any code of the host's, which may keep or pass on what its environment has. */
__attribute__((constructor(101))) static void take(void)
{
    const char *named = getenv("WHODUNIT_RUN") ? getenv("WHODUNIT_DIR") : NULL;
    if (!named || !named[0] || strchr(named, '%')) /* a directory of each process's own */
        return;
    directory = wd_hash(1, named, strlen(named));
    self = getpid();
    parent = getppid();
    char *value = find(environ);
    if (value) {
        carried = read_value(value);
        value[0] = '-';
    }
    pthread_atfork(NULL, NULL, in_child);
}

void wd_executed_end(void)
{
    __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    if (wd_executed_context != WHODUNIT_ROOT && wd_thread.context == wd_executed_context)
        wd_thread_set(WHODUNIT_ROOT);
}

/* A child of vfork asks for its parent, in whose memory it is: that one's may be waiting for its end. */
static int has_starter(void)
{
    if (wd_sandbox_has_come())
        return 0;
    int saved = errno;
    int has = getpid() == self ? getppid() == parent : syscall(SYS_kill, parent, 0) == 0 || errno == EPERM;
    errno = saved;
    return has;
}

static void check(void)
{
    if (wd_thread.context == wd_executed_context && (__atomic_load_n(&is_over, __ATOMIC_RELAXED) || !has_starter()))
        wd_executed_end();
}

void wd_executed_begin(void)
{
    if (!carried.uid)
        return;
    wd_executed_checks = check;
    wd_executed_context = wd_context_remote(carried.uid, carried.synopsis);
    wd_context_count_event(wd_executed_context, WD_RECEIVED, 1);
    wd_thread_begins_work(wd_executed_context);
    wd_thread_switch(wd_executed_context);
}

void wd_executed_passes_on(void)
{
    passes_on = 1;
}

void wd_executed_leaves(void)
{
    passes_on = 0;
    wd_executed_end();
    wd_thread_set(WHODUNIT_ROOT);
}

static struct wd_remote next_names(void)
{
    struct wd_remote none = { 0 };
    wd_executed_check();
    if (wd_executed_names)
        return wd_executed_names();
    return passes_on && has_starter() ? carried : none;
}

static int is_carrying(void)
{
    return directory && (wd_executed_names || (passes_on && carried.uid));
}

size_t wd_executed_entries(char *const environment[])
{
    size_t n = 0;
    char limits[WD_LIMITS_SIZE];
    if (!(is_carrying() || wd_limits_tell(limits)) || !environment || !wd_is_readable(environment, sizeof *environment))
        return 0;
    while (environment[n] && n < MOST_ENTRIES)
        n++;
    return n < MOST_ENTRIES ? n + 2 : 0;
}

/* Of a process that goes on as another program its parent stays; a child of vfork has its parent's memory. */
static pid_t starter(int spawns, int *leaves)
{
    pid_t now = getpid();
    if (spawns)
        return now;
    if (now == self)
        return parent;
    *leaves |= getsid(0) != getsid(self);
    return self;
}

static int is_variable(const char *entry, const char *name)
{
    return strncmp(entry, name, strlen(name)) == 0;
}

/* The entry with what the program works for, in `text`; NULL: no messages are followed. */
static char *request_of(int spawns, int leaves, char text[WD_EXECUTED_SIZE])
{
    if (!is_carrying())
        return NULL;
    pid_t by = starter(spawns, &leaves);
    struct wd_remote remote = leaves ? (struct wd_remote){ 0 } : next_names();
    memcpy(text, WD_EXECUTED_VARIABLE, NAME_LENGTH);
    write_value(text + NAME_LENGTH, remote, by);
    text[WD_EXECUTED_SIZE - 1] = 0;
    return text;
}

char *const *wd_executed_environment(char *const environment[], char **copy, size_t entries, int spawns, int leaves,
                                     struct wd_executed_texts *texts)
{
    size_t n = 0;
    int is_recorded = 0, has_variable = 0;
    if (entries == 0 || wd_sandbox_has_come())
        return environment;
    char *request = request_of(spawns, leaves, texts->request);
    char *limits = wd_limits_tell(texts->limits) ? texts->limits : NULL;
    for (; n < entries - 2; n++) {
        int is_it = is_variable(environment[n], WD_EXECUTED_VARIABLE);
        is_recorded |= is_variable(environment[n], "WHODUNIT_RUN=");
        has_variable |= is_it;
        copy[n] = request && is_it                                            ? request
                  : limits && is_variable(environment[n], WD_LIMITS_VARIABLE) ? limits
                                                                              : environment[n];
    }
    if (request && !has_variable && is_recorded)
        copy[n++] = request;
    copy[n] = NULL;
    return copy;
}

/* What the process itself has in its environment, if it is as long as we write it. */
static void tell_limits(void)
{
    for (char **entry = environ; entry && *entry; entry++)
        if (is_variable(*entry, WD_LIMITS_VARIABLE) && strlen(*entry) == WD_LIMITS_SIZE - 1)
            wd_limits_tell(*entry);
}

void wd_executed_starts(void)
{
    tell_limits();
    if (!is_carrying() || wd_sandbox_has_come())
        return;
    wd_own_lock_take(&starting_lock);
    char *value = find(environ);
    int is_only = starting++ == 0;
    if (value && is_only)
        write_value(value, next_names(), getpid());
    else if (value)
        value[0] = '-';
    wd_own_lock_release(&starting_lock);
}

void wd_executed_started(void)
{
    if (!is_carrying() || wd_sandbox_has_come())
        return;
    wd_own_lock_take(&starting_lock);
    starting -= starting > 0;
    char *value = find(environ);
    if (value)
        value[0] = '-';
    wd_own_lock_release(&starting_lock);
}
