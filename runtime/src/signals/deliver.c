/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/deliver.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "signals/own_signal.h"

static void end_by(int signal)
{
    sigset_t set;
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
    sigemptyset(&set);
    sigaddset(&set, signal);
    wd_real_sigmask(SIG_UNBLOCK, &set, NULL);
}

void wd_deliver(const struct sigaction *action, siginfo_t *info, void *ucontext)
{
    int is_fault = info->si_code > 0; /* the kernel does not let it be ignored */
    if (wd_is_handler(action)) {
        if (action->sa_flags & SA_SIGINFO)
            action->sa_sigaction(info->si_signo, info, ucontext);
        else
            action->sa_handler(info->si_signo);
    } else if (is_fault || action->sa_handler == SIG_DFL) {
        wd_real_sigaction(info->si_signo, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
        if (!is_fault)
            end_by(info->si_signo);
    }
}
