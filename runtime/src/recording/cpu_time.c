/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/cpu_time.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "health/health.h"
#include "memory/fork_state.h"
#include "system/syscalls.h"

/* Times are in the kernel's ticks for users. */
struct usage {
    unsigned long self, children; /* children: those that have ended and were waited for */
    uint32_t parent;
};

static struct usage counted;
static unsigned long own_counted;
static int known;                   /* `counted` holds */
static int has_begun WD_FORK_STATE; /* in this process */

/* The name of the program may hold anything, also brackets and blanks. */
static int read_usage(const char *path, struct usage *usage)
{
    char text[1024];
    unsigned long user, system;
    long children_user, children_system;
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    ssize_t n = wd_sys_read(fd, text, sizeof text - 1);
    wd_sys_close(fd);
    if (n <= 0)
        return 0;
    text[n] = 0;
    const char *fields = strrchr(text, ')');
    if (!fields || sscanf(fields, ") %*c %u %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &usage->parent, &user,
                          &system, &children_user, &children_system) != 5)
        return 0;
    usage->self = user + system;
    usage->children = (unsigned long)(children_user + children_system);
    return 1;
}

static uint64_t nanoseconds(unsigned long ticks)
{
    return ticks * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
}

static void count(enum wd_health counter, unsigned long from, unsigned long to)
{
    if (to > from)
        wd_health_add(counter, nanoseconds(to - from) / 1000);
}

static void forget(void)
{
    has_begun = 0;
}

void wd_cpu_time_begin(void)
{
    own_counted = 0;
    known = read_usage("/proc/self/stat", &counted);
    if (known && !has_begun)
        count(WD_HEALTH_CPU_BEFORE, 0, counted.self);
    has_begun = 1;
}

void wd_cpu_time_count(void)
{
    struct usage now, own;
    if (!known || !read_usage("/proc/self/stat", &now) || !read_usage("/proc/thread-self/stat", &own))
        return;
    count(WD_HEALTH_CPU_USED, counted.self, now.self);
    count(WD_HEALTH_CPU_CHILDREN, counted.children, now.children);
    count(WD_HEALTH_CPU_RECORDER, own_counted, own.self);
    counted = now;
    own_counted = own.self;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, forget);
}

uint32_t wd_cpu_time_parent(void)
{
    return known ? counted.parent : 0;
}

uint64_t wd_cpu_time_used(void)
{
    struct usage now;
    return read_usage("/proc/self/stat", &now) ? nanoseconds(now.self) : UINT64_MAX;
}
