/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap/vforked.h"

#include <pthread.h>
#include <unistd.h>

#include "memory/fork_state.h"
#include "sandbox/needs.h"

static pid_t process WD_FORK_STATE;

static void note_process(void)
{
    process = getpid();
}

__attribute__((constructor(101))) static void watch_forks(void)
{
    note_process();
    pthread_atfork(NULL, NULL, note_process);
}

int wd_is_vforked(void)
{
    return !wd_sandbox_refuses(WD_REFUSED_PROCESS) && getpid() != process;
}
