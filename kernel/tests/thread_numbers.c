/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of threads that are used again, told to threads.c as the BPF programs tell
 * them. Says what is wrong, and ends with how much that is.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "interval_file.h"
#include "threads.h"

/* Of two processes; beyond all numbers that a real one can have. */
#define ONE ((1u << 22) + 1)
#define OTHER ((1u << 22) + 2)
#define SECOND 1000000000ull

static struct wd_thread_entry defined[16]; /* by id */
static int wrong;

void wd_intervals_define(const struct wd_thread_entry *thread)
{
    if (thread->id < sizeof defined / sizeof *defined)
        defined[thread->id] = *thread;
}

static void expect(int is, const char *what)
{
    wrong += !is;
    if (!is)
        printf("not so: %s\n", what);
}

static void tell_of(uint32_t tid, uint32_t pid, uint64_t started, uint64_t ended, int recorded)
{
    wd_threads_tell(&(struct wd_thread_event){ .type = WD_EVENT_THREAD,
                                               .tid = tid,
                                               .pid = pid,
                                               .started = started,
                                               .ended = ended,
                                               .own_tid = tid,
                                               .own_pid = pid,
                                               .recorded = (wd_u32)recorded,
                                               .name = "test" });
}

static void tell(uint32_t tid, uint32_t pid, uint64_t started, uint64_t ended)
{
    tell_of(tid, pid, started, ended, 1);
}

static void one_that_woke_others_has_ended_unseen(void)
{
    uint32_t tid = ONE + 10, before = wd_threads_waker(tid, 1 * SECOND);
    tell(tid, OTHER, 2 * SECOND, 0);
    uint32_t now = wd_threads_recorded(tid, 3 * SECOND);
    wd_threads_define_new();
    expect(now != before && !defined[before].recorded, "the recorded thread is not the one that woke others before");
    expect(defined[now].pid == OTHER && defined[now].own_pid == OTHER, "it is its own process's");
}

static void one_wakes_others_before_it_is_told_of(void)
{
    uint32_t tid = ONE + 20, before = wd_threads_waker(tid, 5 * SECOND);
    tell(tid, OTHER, 4 * SECOND, 0);
    expect(wd_threads_recorded(tid, 6 * SECOND) == before, "it is the same thread");
}

static void one_wakes_others_as_it_exits(void)
{
    uint32_t tid = ONE + 30;
    tell(tid, ONE, 1 * SECOND, 0);
    uint32_t id = wd_threads_recorded(tid, 2 * SECOND);
    tell(tid, ONE, 1 * SECOND, 3 * SECOND);
    expect(wd_threads_waker(tid, 3 * SECOND + 1000) == id, "who joins it was woken by it");
    expect(wd_threads_waker(tid, 9 * SECOND) != id, "much later that is another thread");
}

static void the_next_of_an_ended_one(void)
{
    uint32_t tid = ONE + 40;
    tell(tid, ONE, 1 * SECOND, 0);
    uint32_t id = wd_threads_recorded(tid, 2 * SECOND);
    tell(tid, ONE, 1 * SECOND, 3 * SECOND);
    tell(tid, OTHER, 3 * SECOND + 1000, 0);
    uint32_t next = wd_threads_recorded(tid, 4 * SECOND);
    wd_threads_define_new();
    expect(next != id && defined[id].pid == ONE && defined[next].pid == OTHER, "both are their own processes'");
}

static void one_that_is_not_recorded(void)
{
    uint32_t tid = ONE + 50;
    tell_of(tid, OTHER, 1 * SECOND, 0, 0);
    uint32_t id = wd_threads_waker(tid, 2 * SECOND);
    tell_of(tid, ONE, 3 * SECOND, 0, 0);
    uint32_t next = wd_threads_waker(tid, 4 * SECOND);
    wd_threads_define_new();
    expect(next != id && defined[id].pid == OTHER && defined[next].pid == ONE, "the next of its number is another");
    expect(!defined[id].recorded && strcmp(defined[id].name, "test") == 0, "it is called as it was told");
}

/* 1000 begin each second, live for one, and wake somebody. */
static void those_that_have_gone_take_no_memory(void)
{
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    for (uint64_t i = 0; i < 1000000; i++) {
        uint32_t tid = ONE + 100 + (uint32_t)(i % 30000);
        uint64_t started = 10 * SECOND + i * (SECOND / 1000);
        tell(tid, ONE, started, 0);
        wd_threads_waker(wd_threads_recorded(tid, started) ? tid : 0, started);
        tell(tid, ONE, started, started + SECOND);
        if (i % 10000 == 0)
            wd_threads_define_new();
    }
    getrusage(RUSAGE_SELF, &after);
    expect(after.ru_maxrss - before.ru_maxrss < 32 << 10, "memory is for those that live");
}

int main(void)
{
    one_that_woke_others_has_ended_unseen();
    one_wakes_others_before_it_is_told_of();
    one_wakes_others_as_it_exits();
    the_next_of_an_ended_one();
    one_that_is_not_recorded();
    those_that_have_gone_take_no_memory();
    return wrong;
}
