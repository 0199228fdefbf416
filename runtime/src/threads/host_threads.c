/* SPDX-License-Identifier: Apache-2.0 */
#include "threads/host_threads.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#include "memory/each_message.h"
#include "memory/fork_state.h"
#include "own_files/table.h"
#include "sandbox/needs.h"
#include "signals/host_signal.h"
#include "threads/thread.h"

struct start {
    void *(*routine)(void *);
    void *argument;
    int ours;
    enum wd_table table;    /* of the thread that starts it */
    enum wd_blocked blocks; /* likewise */
};

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int wd_host_has_one_thread WD_EACH_MESSAGE;
static int may_cancel;

static create_function real_create; /* the sampler has its own in the place of our import */
static int alive WD_FORK_STATE;     /* atomic; those that ran before us are in it for good */
static __thread int ours __attribute__((tls_model("initial-exec")));

void wd_host_may_cancel(void)
{
    may_cancel = 1;
    __atomic_store_n(&wd_host_has_one_thread, 0, __ATOMIC_RELAXED);
}

void wd_host_threads_appear(void)
{
    if (!ours)
        wd_host_may_cancel();
}

static int threads(void)
{
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *e; tasks && (e = readdir(tasks)) != NULL;)
        n += e->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return n;
}

static void after_fork(void)
{
    alive = 1;
}

void wd_host_threads_begin(void)
{
    static int begun;
    if (begun++)
        return;
    *(void **)&real_create = dlsym(RTLD_NEXT, "pthread_create");
    int n = threads();
    __atomic_store_n(&alive, n > 0 ? n : 1, __ATOMIC_RELEASE);
    __atomic_store_n(&wd_host_has_one_thread, n == 1 && !may_cancel, __ATOMIC_RELAXED);
    wd_thread_watch();
    pthread_atfork(NULL, NULL, after_fork);
}

static void *begin(void *start)
{
    struct start its = *(struct start *)start;
    free(start);
    wd_host_signal_set_blocked(its.ours ? WD_BLOCKED : its.blocks);
    if (its.ours) {
        wd_sandbox_exempt();
        wd_table = its.table;
    } else {
        wd_thread_watch();
        void (*at_begin)(void) = __atomic_load_n(&wd_thread_begins, __ATOMIC_ACQUIRE);
        if (at_begin)
            at_begin();
    }
    return its.routine(its.argument);
}

int wd_host_threads_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                           void *argument)
{
    struct start *start = malloc(sizeof *start);
    int counts = !ours;
    if (!start)
        return EAGAIN;
    *start = (struct start){ routine, argument, ours, wd_table, wd_host_signal_blocked() };
    wd_host_threads_appear();
    __atomic_add_fetch(&alive, counts, __ATOMIC_ACQ_REL); /* the thread may end before this returns */
    int result = real_create(thread, attributes, begin, start);
    if (result != 0) {
        __atomic_sub_fetch(&alive, counts, __ATOMIC_ACQ_REL);
        free(start);
    }
    return result;
}

void wd_host_threads_ours(int is)
{
    ours = is;
}

int wd_host_threads_end(void)
{
    return __atomic_sub_fetch(&alive, 1, __ATOMIC_ACQ_REL) == 0;
}
