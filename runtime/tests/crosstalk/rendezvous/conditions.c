/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rendezvous by the JVM's condition variable for a thread, without a JVM:
 * jvm-agent/native/sleepers.c as it is, with what it asks the JVM replaced. All
 * threads are this one, which takes on each waiter's thread-local state in turn.
 */
#include "sleepers.c"

#include <stdlib.h>

#include "scenarios.h"

__thread struct wd_thread wd_thread;
const char *wd_thread_records;

static pthread_cond_t conditions[256];
static struct {
    struct sleeper *asleep;
    int waits;
} threads[256];

static struct sleeper *owed[16];
static uint32_t owes[16];
static int debts;

void *wd_got_patch(void *library, const char *name, void *with)
{
    (void)library;
    (void)name;
    (void)with;
    return NULL;
}

int wd_owner_context(whodunit_context *context)
{
    (void)context;
    return 0;
}

void wd_capture_look(JNIEnv *env, struct wd_capture_look *path)
{
    (void)env;
    (void)path;
}

void wd_waker_path_take(struct wd_waker_path *path)
{
    path->depth = 0;
    path->known = PATH_OF(wd_thread.context);
}

whodunit_context wd_waker_path_context(JNIEnv *env, const struct wd_waker_path *path)
{
    (void)env;
    return path->known;
}

whodunit_context wd_waker_path_known(const struct wd_waker_path *path)
{
    return path->known;
}

void wd_waits_add(const struct wd_wait *wait)
{
    char waiter = (char)wait->key.waiter;
    if (wait->key.end == WD_WAIT_WOKEN)
        scenarios_woken(waiter, wait->key.holder, wait->key.holder_path);
    else
        scenarios_unseen(waiter);
}

void wd_unnamed_waits_prepare(void)
{
}

int wd_unnamed_waits_keep(const struct wd_wait *wait, const struct wd_waker_path *path)
{
    (void)wait;
    (void)path;
    return 0;
}

void wd_deferred_waits_put(const struct wd_wait *wait)
{
    wd_waits_add(wait);
}

void wd_deferred_waits_add(void)
{
}

static void as(char waiter)
{
    asleep = threads[(unsigned char)waiter].asleep;
    waits = threads[(unsigned char)waiter].waits;
}

static void done(char waiter)
{
    threads[(unsigned char)waiter].asleep = asleep;
    threads[(unsigned char)waiter].waits = waits;
}

static void begins(char waiter)
{
    as(waiter);
    wd_sleepers_begin(NULL, NULL);
    fall_asleep(&conditions[(unsigned char)waiter]);
    done(waiter);
}

static void again(char waiter)
{
    as(waiter);
    fall_asleep(&conditions[(unsigned char)waiter]);
    done(waiter);
}

static void wakes(uint32_t holder, char waiter)
{
    wd_thread.context = holder;
    struct sleeper *s = wake(&conditions[(unsigned char)waiter]);
    if (s) {
        owes[debts] = holder;
        owed[debts++] = s;
    }
}

static void path(uint32_t holder)
{
    wd_thread.context = holder;
    int left = 0;
    for (int i = 0; i < debts; i++)
        if (owes[i] == holder) {
            bring_path(owed[i]);
        } else {
            owes[left] = owes[i];
            owed[left++] = owed[i];
        }
    debts = left;
}

static void runs(char waiter)
{
    struct wd_wait wait = { .key = { .waiter = (whodunit_context)waiter } };
    as(waiter);
    wd_sleepers_end(NULL, &wait);
    done(waiter);
}

/* As monitors.c does it. */
static void late(char waiter)
{
    as(waiter);
    wd_sleepers_drop();
    done(waiter);
    scenarios_timeout(waiter);
}

int main(int argc, char **argv)
{
    static const struct implementation it = {
        .name = "conditions", .waits = begins, .wakes = wakes, .path = path, .again = again, .runs = runs, .late = late
    };
    sleepers = calloc(SLEEPERS, sizeof *sleepers);
    meetings = calloc(SLEEPERS, sizeof *meetings);
    return argc == 2 && sleepers && meetings ? scenarios_run(argv[1], &it) != 0 : 2;
}
