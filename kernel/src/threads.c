/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interval_file.h"

struct thread {
    uint32_t tid, pid, own_pid, parent; /* parent: an id */
    uint64_t started, ended;
    uint64_t met; /* when it had this number, of one that is not recorded */
    uint8_t recorded, changed;
    char name[16];
};

/* By id; the first is nobody. */
static struct thread *threads;
static uint32_t count = 1, capacity;
/* A number's id, of the last that had it. Numbers of threads have 22 bits. */
static uint32_t *ids;

#define NUMBERS (1u << 22)
#define EXITS_NS \
    1000000000 /* a thread wakes others as it exits, after its end was told; no number comes back so soon */

static void forget(uint32_t tid)
{
    ids[tid % NUMBERS] = 0;
}

static struct thread *find(uint32_t tid, uint64_t when, uint32_t *id)
{
    if (!ids && !(ids = calloc(NUMBERS, sizeof *ids)))
        return NULL;
    *id = ids[tid % NUMBERS];
    if (*id)
        return &threads[*id];
    if (count >= capacity) {
        uint32_t more = capacity ? capacity * 2 : 1024;
        struct thread *grown = realloc(threads, more * sizeof *grown);
        if (!grown)
            return NULL;
        threads = grown;
        capacity = more;
    }
    *id = ids[tid % NUMBERS] = count;
    threads[count] = (struct thread){ .tid = tid, .met = when, .changed = 1 };
    return &threads[count++];
}

/* What /proc says of a thread: 0 if it has gone. */
static int read_line(uint32_t tid, const char *file, const char *key, char *out, size_t size)
{
    char path[64], line[256];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%u/%s", tid, file);
    FILE *in = fopen(path, "re");
    while (in && !found && fgets(line, sizeof line, in))
        if (strncmp(line, key, strlen(key)) == 0) {
            line[strcspn(line, "\n")] = 0;
            snprintf(out, size, "%s", line + strlen(key));
            found = 1;
        }
    if (in)
        fclose(in);
    return found;
}

static void look_up_name(struct thread *t)
{
    char name[64];
    if (read_line(t->tid, "comm", "", name, sizeof name) && strncmp(name, t->name, sizeof t->name - 1) != 0) {
        snprintf(t->name, sizeof t->name, "%.15s", name);
        t->changed = 1;
    }
}

/* The process as it sees itself is the last number of several namespaces. */
static void look_up_process(struct thread *t)
{
    char numbers[64];
    if (!t->pid)
        t->pid = read_line(t->tid, "status", "Tgid:", numbers, sizeof numbers) ? (uint32_t)atoi(numbers) : t->tid;
    t->own_pid = t->pid;
    if (read_line(t->pid, "status", "NSpid:", numbers, sizeof numbers)) {
        const char *last = strrchr(numbers, '\t');
        t->own_pid = last ? (uint32_t)atoi(last) : t->pid;
    }
}

/* One that had the number before, and whose end was not seen. */
static int is_another(const struct thread *t, const struct wd_thread_event *event)
{
    return t->recorded ? t->started != event->started : t->met < event->started;
}

void wd_threads_tell(const struct wd_thread_event *event)
{
    uint32_t id, parent = 0;
    if (event->parent && !find(event->parent, event->started, &parent))
        return;
    struct thread *t = find(event->tid, event->started, &id);
    if (t && is_another(t, event)) {
        forget(event->tid);
        t = find(event->tid, event->started, &id);
    }
    if (!t)
        return;
    t->pid = event->pid;
    t->started = event->started;
    t->ended = event->ended;
    t->recorded = t->changed = 1;
    if (parent)
        t->parent = parent;
    snprintf(t->name, sizeof t->name, "%s", event->name);
    if (!t->own_pid)
        look_up_process(t);
}

uint32_t wd_threads_recorded(uint32_t tid, uint64_t when)
{
    uint32_t id;
    return find(tid, when, &id) ? id : 0;
}

uint32_t wd_threads_waker(uint32_t tid, uint64_t when)
{
    uint32_t id = 0;
    struct thread *t = tid ? find(tid, when, &id) : NULL;
    if (t && t->ended && when > t->ended + EXITS_NS) {
        forget(tid);
        t = find(tid, when, &id);
    }
    if (!t)
        return 0;
    if (!t->own_pid) {
        look_up_name(t);
        look_up_process(t);
    }
    return id;
}

static void define(uint32_t id)
{
    struct thread *t = &threads[id];
    char unknown[24];
    snprintf(unknown, sizeof unknown, "thread %u", t->tid);
    wd_intervals_define(&(struct wd_thread_entry){
        .id = id,
        .tid = t->tid,
        .pid = t->pid,
        .own_pid = t->own_pid,
        .parent = t->parent,
        .started = t->started,
        .ended = t->ended,
        .recorded = t->recorded,
        .name = t->name[0] ? t->name : unknown,
    });
    t->changed = 0;
}

void wd_threads_define_new(void)
{
    for (uint32_t id = 1; id < count; id++)
        if (threads[id].changed)
            define(id);
}

void wd_threads_define_all(void)
{
    for (uint32_t id = 1; id < count; id++)
        if (!threads[id].ended)
            look_up_name(&threads[id]);
    wd_threads_define_new();
}
