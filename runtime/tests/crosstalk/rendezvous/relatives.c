/* SPDX-License-Identifier: Apache-2.0 */
/* The rendezvous of relatives, crosstalk/between.c as it is: all waiters' keys share one bucket. */
#include "crosstalk/between.c"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "relatives_stubs.h"
#include "scenarios.h"

static const struct wd_caller caller;
static struct wd_between_wait waiters[256];
static pid_t processes[256];

/* What a holder has found and not marked yet. */
static struct {
    struct wd_relative *entry;
    uint64_t word;
} found[256];

static wd_between_key key_of(char waiter)
{
    return relatives_key(waiter);
}

void relatives_added(const struct wd_wait *wait)
{
    char waiter = (char)wait->key.waiter;
    if (wait->key.end == WD_WAIT_WOKEN)
        scenarios_woken(waiter, wait->key.holder, wait->key.holder_path & ~WD_UNNAMED);
    else if (wait->key.end == WD_WAIT_TIMEOUT)
        scenarios_timeout(waiter);
    else
        scenarios_unseen(waiter);
}

static void waits(char waiter)
{
    wd_thread.context = (whodunit_context)waiter;
    wd_between_begin(&waiters[(unsigned char)waiter], WD_WAIT_SEMAPHORE, key_of(waiter), &caller);
}

static void leaves(char waiter, int woken)
{
    wd_thread.context = (whodunit_context)waiter;
    wd_between_end(&waiters[(unsigned char)waiter], woken);
}

static void runs(char waiter)
{
    leaves(waiter, 1);
    wd_between_over();
}

static void late(char waiter)
{
    leaves(waiter, 0);
}

static void again(char waiter)
{
    leaves(waiter, 1);
    waits(waiter);
}

static void finds(char holder, char waiter)
{
    wd_between_key key = key_of(waiter);
    for (int i = 0; i < WAYS; i++)
        if (find(&bucket_of(key)[i], key)) {
            found[(unsigned char)holder].entry = &bucket_of(key)[i];
            found[(unsigned char)holder].word = find(&bucket_of(key)[i], key);
        }
}

static void wakes(uint32_t holder, char waiter)
{
    wd_thread.context = holder;
    if (found[holder].entry)
        mark(found[holder].entry, found[holder].word, &caller);
    else
        wd_between_wakes(key_of(waiter), &caller);
    found[holder].entry = NULL;
}

static void path(uint32_t holder)
{
    (void)holder; /* came with the mark */
}

static void stop(void)
{
    raise(SIGSTOP);
}

static int has_entries(pid_t process)
{
    for (int i = 0; i < BUCKETS * WAYS; i++) {
        uint64_t word = table[i / WAYS][i % WAYS].word;
        if (phase_of(word) != FREE && word == by_process(word, process, phase_of(word)))
            return 1;
    }
    return 0;
}

/* A process of its own, which stops; a holder does so amid its mark, and fails if it keeps the entry. */
static void forked(char name, char waiter)
{
    pid_t process = fork();
    if (process == 0) {
        if (waiter) {
            relatives_amid_mark = stop;
            wakes((uint32_t)name, waiter);
            _exit(has_entries(getpid()));
        }
        waits(name);
        stop();
        _exit(0);
    }
    int status;
    if (process < 0 || waitpid(process, &status, WUNTRACED) != process || !WIFSTOPPED(status))
        exit(2);
    processes[(unsigned char)name] = process;
}

static void ends(char name, int signal)
{
    pid_t process = processes[(unsigned char)name];
    int status;
    kill(process, signal);
    if (waitpid(process, &status, 0) != process)
        exit(2);
    if (signal == SIGCONT && status != 0) {
        printf("relatives: %c has kept an entry, or crashed\n", name);
        exit(1);
    }
}

static int more(const char *what, char self, char other)
{
    if (strcmp(what, "finds") == 0)
        finds(self, other);
    else if (strcmp(what, "stops") == 0)
        forked(self, other);
    else if (strcmp(what, "forked") == 0)
        forked(self, 0);
    else if (strcmp(what, "resumes") == 0)
        ends(self, SIGCONT);
    else if (strcmp(what, "kill") == 0)
        ends(self, SIGKILL);
    else
        return 0;
    return 1;
}

/* Nothing is left that nobody can take. */
static int is_clean(void)
{
    uint32_t taken = 0;
    for (int b = 0; b < BUCKETS; b++)
        for (int i = 0; i < WAYS; i++)
            if (phase_of(table[b][i].word) != FREE) {
                taken++;
                if (!is_left_behind(table[b][i].word))
                    return 0;
            }
    return taken == *wd_between_waiters;
}

int main(int argc, char **argv)
{
    static const struct implementation relatives = { .name = "relatives",
                                                     .waits = waits,
                                                     .wakes = wakes,
                                                     .path = path,
                                                     .again = again,
                                                     .runs = runs,
                                                     .late = late,
                                                     .more = more };
    if (argc != 2 || !table)
        return 2;
    int failed = scenarios_run(argv[1], &relatives);
    if (is_clean())
        return failed != 0;
    printf("relatives: an entry is lost, or the count is wrong\n");
    return 1;
}
