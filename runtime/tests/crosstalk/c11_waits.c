/* SPDX-License-Identifier: Apache-2.0 */
/* C11's locks, each contended once. */
#include <stdlib.h>
#include <threads.h>

#include "contend.h"

static mtx_t of_plain, of_timed, of_recursive, mutex;
static cnd_t of_condition;
static int ready;

static void must(int result)
{
    if (result != thrd_success) {
        fprintf(stderr, "c11_waits: %d\n", result);
        exit(1);
    }
}

static struct timespec in_an_hour(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    t.tv_sec += 3600;
    return t;
}

static void take_plain(void)
{
    must(mtx_lock(&of_plain));
}

static void leave_plain(void)
{
    must(mtx_unlock(&of_plain));
}

static void wait_plain(void)
{
    take_plain();
    leave_plain();
}

static void take_timed(void)
{
    must(mtx_trylock(&of_timed));
}

static void leave_timed(void)
{
    must(mtx_unlock(&of_timed));
}

static void wait_timed(void)
{
    struct timespec late = in_an_hour();
    must(mtx_timedlock(&of_timed, &late));
    leave_timed();
}

static void take_recursive(void)
{
    must(mtx_lock(&of_recursive));
    must(mtx_lock(&of_recursive));
}

static void leave_recursive(void)
{
    must(mtx_unlock(&of_recursive));
    must(mtx_unlock(&of_recursive));
}

static void wait_recursive(void)
{
    take_recursive();
    leave_recursive();
}

static void begin(void)
{
    ready = 0;
}

static void signal_one(void)
{
    must(mtx_lock(&mutex));
    ready = 1;
    must(cnd_signal(&of_condition));
    must(mtx_unlock(&mutex));
}

static void signal_all(void)
{
    must(mtx_lock(&mutex));
    ready = 1;
    must(cnd_broadcast(&of_condition));
    must(mtx_unlock(&mutex));
}

static void wait_signal(void)
{
    must(mtx_lock(&mutex));
    while (!ready)
        must(cnd_wait(&of_condition, &mutex));
    must(mtx_unlock(&mutex));
}

static void wait_signal_timed(void)
{
    struct timespec late = in_an_hour();
    must(mtx_lock(&mutex));
    while (!ready)
        must(cnd_timedwait(&of_condition, &mutex, &late));
    must(mtx_unlock(&mutex));
}

int main(void)
{
    must(mtx_init(&of_plain, mtx_plain));
    must(mtx_init(&of_timed, mtx_timed));
    must(mtx_init(&of_recursive, mtx_plain | mtx_recursive));
    must(mtx_init(&mutex, mtx_plain));
    must(cnd_init(&of_condition));
    contend("plain", take_plain, leave_plain, wait_plain);
    contend("timed", take_timed, leave_timed, wait_timed);
    contend("recursive", take_recursive, leave_recursive, wait_recursive);
    contend("signal", begin, signal_one, wait_signal);
    contend("broadcast", begin, signal_all, wait_signal_timed);
    return 0;
}
