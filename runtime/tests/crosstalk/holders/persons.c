/* SPDX-License-Identifier: Apache-2.0 */
#include "persons.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

static void *live(void *person)
{
    struct person *self = person;
    whodunit_context outside = WHODUNIT_ROOT;
    if (self->type[0])
        outside = whodunit_begin(self->type);
    self->does(self);
    if (self->type[0])
        whodunit_end(outside);
    return NULL;
}

void begin(struct person *p)
{
    pthread_create(&p->thread, NULL, live, p);
}

void about_to_wait(struct person *self)
{
    __atomic_store_n(&self->waits, gettid(), __ATOMIC_RELEASE);
}

int is_asleep(const char *process, pid_t thread)
{
    char path[64], stat[512];
    snprintf(path, sizeof path, "/proc/%s/task/%d/stat", process, thread);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, stat, sizeof stat - 1);
    close(fd);
    stat[n > 0 ? n : 0] = 0;
    const char *name_ends = strrchr(stat, ')');
    return name_ends && name_ends[2] == 'S';
}

void until_asleep(struct person *p)
{
    pid_t thread;
    while (!(thread = __atomic_load_n(&p->waits, __ATOMIC_ACQUIRE)) || !is_asleep("self", thread))
        pause_ms(1);
}

void begin_to_wait(struct person *p)
{
    begin(p);
    until_asleep(p);
}

void end(struct person *p)
{
    pthread_join(p->thread, NULL);
}
