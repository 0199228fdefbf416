/* SPDX-License-Identifier: Apache-2.0 */
/* The rendezvous by a lock's address, crosstalk/wakers.c: a waiter has a lock of its own. */
#include <stddef.h>

#include "crosstalk/wakers.h"
#include "scenarios.h"

static char locks[256 * 64];
static struct wd_waiter waiters[256];

static const void *lock_of(char waiter)
{
    return &locks[(unsigned char)waiter * 64];
}

static void waits(char waiter)
{
    wd_waiter_enters(&waiters[(unsigned char)waiter], lock_of(waiter), WD_RELEASE);
}

static void wakes(uint32_t holder, char waiter)
{
    if (wd_is_waited_for(lock_of(waiter)))
        wd_waker_releases(lock_of(waiter), wd_mark_of(holder, PATH_OF(holder)), 1);
}

static void path(uint32_t holder)
{
    (void)holder; /* came with the mark */
}

static void again(char waiter)
{
    (void)waiter; /* inside the real function, unseen */
}

static void leaves(char waiter, void (*without)(char))
{
    wd_mark mark = wd_waiter_leaves(&waiters[(unsigned char)waiter]);
    if (mark)
        scenarios_woken(waiter, wd_mark_context(mark), wd_mark_path(mark));
    else
        without(waiter);
}

static void runs(char waiter)
{
    leaves(waiter, scenarios_unseen);
}

static void late(char waiter)
{
    leaves(waiter, scenarios_timeout);
}

int main(int argc, char **argv)
{
    static const struct implementation marks = {
        .name = "marks", .waits = waits, .wakes = wakes, .path = path, .again = again, .runs = runs, .late = late
    };
    return argc == 2 ? scenarios_run(argv[1], &marks) != 0 : 2;
}
