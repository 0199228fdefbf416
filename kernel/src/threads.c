/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interval_file.h"

struct thread {
    uint32_t id;                                       /* 0: the slot is free */
    uint32_t tid, pid, here, own_tid, own_pid, parent; /* parent: an id */
    uint64_t started, ended;
    uint64_t met;  /* when it had this number, of one that was not told of */
    uint64_t left; /* since when it can be named by nothing any more, by what events say; 0: it can */
    uint8_t recorded;
    uint8_t changed; /* since it was defined */
    uint8_t named;   /* by an interval */
    char name[16];
};

#define NUMBERS (1u << 22) /* of threads: they have 22 bits */
#define EXITS_NS \
    1000000000 /* a thread wakes others as it exits, after its end was told; no number comes back so soon */
#define KEPT_NS 60000000000 /* who was woken may be told of later, when it runs */

/* The first slot is nobody's. Those that are free are in a list. */
static struct thread *threads;
static uint32_t used = 1, capacity;
static uint32_t *free_slots, free_count;
/* The slot of the last that had a number. */
static uint32_t *slots;
static uint32_t last_id;
static uint64_t latest; /* the time of what was told last */

static int grow(void)
{
    uint32_t more = capacity ? capacity * 2 : 1024;
    struct thread *larger = realloc(threads, more * sizeof *larger);
    if (larger)
        threads = larger;
    uint32_t *list = larger ? realloc(free_slots, more * sizeof *list) : NULL;
    if (!list)
        return 0;
    free_slots = list;
    capacity = more;
    return 1;
}

/* 0: there is no memory. */
static uint32_t take_slot(void)
{
    if (free_count > 0)
        return free_slots[--free_count];
    return used < capacity || grow() ? used++ : 0;
}

static struct thread *meet(uint32_t tid, uint64_t when)
{
    uint32_t slot = take_slot();
    if (!slot)
        return NULL;
    slots[tid % NUMBERS] = slot;
    threads[slot] = (struct thread){ .id = ++last_id, .tid = tid, .met = when, .changed = 1 };
    return &threads[slot];
}

/* Pointers hold until the next call. NULL: there is no memory. */
static struct thread *find(uint32_t tid, uint64_t when)
{
    if (!slots && !(slots = calloc(NUMBERS, sizeof *slots)))
        return NULL;
    if (when > latest)
        latest = when;
    uint32_t slot = slots[tid % NUMBERS];
    return slot ? &threads[slot] : meet(tid, when);
}

/* Another one has its number. */
static struct thread *replace(struct thread *t, uint64_t when)
{
    t->left = when;
    return meet(t->tid, when);
}

/* Who had the number before, and whose end was not seen. */
static int is_another(const struct thread *t, const struct wd_thread_event *event)
{
    return t->started ? t->started != event->started : t->met < event->started;
}

void wd_threads_tell(const struct wd_thread_event *event)
{
    uint32_t parent = event->parent ? wd_threads_recorded(event->parent, event->started) : 0;
    struct thread *t = find(event->tid, event->started);
    if (t && is_another(t, event))
        t = replace(t, event->started);
    if (!t)
        return;
    t->pid = event->pid;
    t->here = event->here;
    t->own_tid = event->own_tid;
    t->own_pid = event->own_pid;
    t->started = event->started;
    t->left = t->ended = event->ended;
    t->recorded |= event->recorded != 0;
    t->changed = 1;
    if (parent)
        t->parent = parent;
    snprintf(t->name, sizeof t->name, "%s", event->name);
}

uint32_t wd_threads_recorded(uint32_t tid, uint64_t when)
{
    struct thread *t = find(tid, when);
    if (!t)
        return 0;
    t->named = 1;
    return t->id;
}

uint32_t wd_threads_waker(uint32_t tid, uint64_t when)
{
    struct thread *t = tid ? find(tid, when) : NULL;
    if (t && t->ended && when > t->ended + EXITS_NS)
        t = replace(t, when);
    if (!t)
        return 0;
    t->named = 1;
    return t->id;
}

static void define(struct thread *t)
{
    char unknown[24];
    snprintf(unknown, sizeof unknown, "thread %u", t->tid);
    wd_intervals_define(&(struct wd_thread_entry){
        .id = t->id,
        .tid = t->tid,
        .pid = t->pid ? t->pid : t->tid,
        .own_tid = t->own_tid ? t->own_tid : t->tid,
        .own_pid = t->own_pid ? t->own_pid : t->tid,
        .parent = t->parent,
        .started = t->started,
        .ended = t->ended,
        .recorded = t->recorded,
        .name = t->name[0] ? t->name : unknown,
    });
    t->changed = 0;
}

static void release(uint32_t slot)
{
    struct thread *t = &threads[slot];
    if (slots[t->tid % NUMBERS] == slot)
        slots[t->tid % NUMBERS] = 0;
    t->id = 0;
    free_slots[free_count++] = slot;
}

/* Of who is not recorded only those that have ended waits. */
void wd_threads_define_new(void)
{
    for (uint32_t slot = 1; slot < used; slot++) {
        struct thread *t = &threads[slot];
        if (!t->id)
            continue;
        if (t->changed && (t->recorded || t->named))
            define(t);
        if (t->left && latest > t->left + KEPT_NS)
            release(slot);
    }
}

/* A thread may have another name since it was told of; that of one that has gone was told with its end. */
static void look_up_name(struct thread *t)
{
    char path[64], name[32] = "";
    snprintf(path, sizeof path, "/proc/%u/comm", t->here);
    FILE *in = t->here ? fopen(path, "re") : NULL;
    if (in && fgets(name, sizeof name, in)) {
        name[strcspn(name, "\n")] = 0;
        if (strncmp(name, t->name, sizeof t->name - 1) != 0) {
            snprintf(t->name, sizeof t->name, "%.15s", name);
            t->changed = 1;
        }
    }
    if (in)
        fclose(in);
}

void wd_threads_define_all(void)
{
    for (uint32_t slot = 1; slot < used; slot++)
        if (threads[slot].id && threads[slot].recorded && !threads[slot].left)
            look_up_name(&threads[slot]);
    wd_threads_define_new();
}
