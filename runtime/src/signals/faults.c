/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/faults.h"

#include <stddef.h>

#include "signals/deliver.h"
#include "signals/host_action.h"
#include "signals/own_signal.h"

static struct wd_host_action set;
static void (*sampler)(int, siginfo_t *, void *); /* atomic; NULL: not installed */

static void pass_on(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal;
    struct sigaction its = wd_host_action_take(&set);
    wd_deliver(&its, info, ucontext);
}

/* It runs on the stack and with the mask that the host has asked for. */
static int install(const struct sigaction *its)
{
    int has_handler = (its->sa_flags & SA_SIGINFO) || (its->sa_handler != SIG_DFL && its->sa_handler != SIG_IGN);
    struct sigaction real = { .sa_sigaction = sampler, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER };
    if (has_handler) {
        real.sa_mask = its->sa_mask;
        real.sa_flags = SA_SIGINFO | (its->sa_flags & (SA_ONSTACK | SA_NODEFER | SA_RESTART));
        if (wd_own_signal())
            sigdelset(&real.sa_mask, wd_own_signal());
    }
    return wd_real_sigaction(SIGSEGV, &real, NULL);
}

int wd_faults_are_ours(void)
{
    return __atomic_load_n(&sampler, __ATOMIC_ACQUIRE) != NULL;
}

int wd_faults_sampler_action(const struct sigaction *new, struct sigaction *old)
{
    struct sigaction hosts;
    if (old) {
        *old = (struct sigaction){ .sa_flags = SA_SIGINFO };
        old->sa_sigaction = pass_on;
    }
    if (!new || wd_faults_are_ours())
        return 0;
    if (wd_real_sigaction(SIGSEGV, NULL, &hosts) != 0)
        return -1;
    wd_host_action_found(&set, &hosts);
    __atomic_store_n(&sampler, new->sa_sigaction, __ATOMIC_RELEASE);
    return install(&hosts);
}

int wd_faults_host_action(const struct sigaction *new, struct sigaction *old)
{
    struct sigaction copy;
    if (new)
        copy = *new;
    wd_host_action_exchange(&set, new, old);
    return new ? install(&copy) : 0;
}

int wd_faults_host_ignores(void)
{
    return wd_faults_are_ours() && wd_host_action_get(&set).sa_handler == SIG_IGN;
}
