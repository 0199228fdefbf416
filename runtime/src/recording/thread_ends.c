/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/thread_ends.h"

#include <dirent.h>
#include <unistd.h>

#include "crosstalk/blocking.h"
#include "recording/recorder.h"
#include "recording/sample_balance.h"
#include "sampler/sampler.h"
#include "sandbox/needs.h"
#include "system/pause.h"
#include "threads/host_threads.h"
#include "threads/thread.h"

#define PATIENCE_MS 1000

/* The thread may have left its context already, as servers do that close a connection last. */
static void charge(void)
{
    whodunit_context left = wd_thread.context;
    if (!left)
        wd_thread_set(wd_balance_last_sampled());
    while (wd_balance_thread_ends(wd_thread.context))
        wd_sampler_sample_here();
    wd_thread_set(left);
}

/* Threads besides the calling one, and besides the main one if that has ended: it stays in the list. */
static int others(void)
{
    int n = gettid() == getpid() ? -1 : -2;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *e; tasks && (e = readdir(tasks)) != NULL;)
        n += e->d_name[0] != '.';
    if (tasks)
        closedir(tasks);
    return n;
}

/* The last thread's end is then the process's, by libc, which calls exit(0): in one of ours, which has none of the
 * host's files, if that were the last. */
static void end_ours(void)
{
    wd_recorder_stop();
    if (wd_sandbox_refuses(WD_REFUSED_WRITING | WD_REFUSED_TIMERS | WD_REFUSED_ENDING))
        return;
    for (int ms = 0; ms < PATIENCE_MS && others() > 0; ms++)
        wd_pause_us(1000);
}

static void thread_ends(void)
{
    int last = wd_host_threads_end();
    if (!wd_recorder_running())
        return;
    wd_blocking_over();
    charge();
    if (last)
        end_ours();
}

void wd_thread_ends_begin(void)
{
    __atomic_store_n(&wd_thread_ends, thread_ends, __ATOMIC_RELEASE);
}
