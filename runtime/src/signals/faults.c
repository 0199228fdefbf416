/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/faults.h"

#include <stddef.h>

#include "callers/backtrace.h"
#include "signals/deliver.h"
#include "signals/host_action.h"
#include "signals/own_signal.h"

static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP };
enum { FAULTS = sizeof faults / sizeof *faults };

static struct wd_host_action set[FAULTS];
static void (*sampler)(int, siginfo_t *, void *); /* of SIGSEGV; atomic; NULL: not installed */
static int (*mender)(int, void *);                /* of all; atomic; NULL: there is none */

static struct wd_host_action *kept(int signal)
{
    size_t i = 0;
    while (i < FAULTS - 1 && faults[i] != signal)
        i++;
    return &set[i];
}

static void pass_on(int signal, siginfo_t *info, void *ucontext)
{
    int (*mend)(int, void *) = __atomic_load_n(&mender, __ATOMIC_ACQUIRE);
    if (mend && info->si_code > 0 && mend(signal, ucontext))
        return;
    if (signal == SIGSEGV && info->si_code > 0)
        wd_backtrace_faulted(ucontext);
    struct sigaction its = wd_host_action_take(kept(signal));
    wd_deliver(&its, info, ucontext);
}

static int is_sampled(int signal)
{
    return signal == SIGSEGV && __atomic_load_n(&sampler, __ATOMIC_ACQUIRE) != NULL;
}

/* It runs on the stack and with the mask that the host has asked for. A fault cannot be ignored, and what is sent is
 * ignored by the kernel, also in what the host executes. */
static int install(int signal, const struct sigaction *its)
{
    int sampled = is_sampled(signal);
    if (its->sa_handler == SIG_IGN && !sampled)
        return wd_real_sigaction(signal, its, NULL);
    struct sigaction real = { .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER };
    real.sa_sigaction = sampled ? sampler : pass_on;
    if (wd_is_handler(its)) {
        real.sa_mask = its->sa_mask;
        real.sa_flags = SA_SIGINFO | (its->sa_flags & (SA_ONSTACK | SA_NODEFER | SA_RESTART));
        if (wd_own_signal())
            sigdelset(&real.sa_mask, wd_own_signal());
    }
    return wd_real_sigaction(signal, &real, NULL);
}

int wd_faults_are_ours(int signal)
{
    if (!__atomic_load_n(&mender, __ATOMIC_ACQUIRE))
        return is_sampled(signal);
    for (size_t i = 0; i < FAULTS; i++)
        if (faults[i] == signal)
            return 1;
    return 0;
}

/* What the host has set is kept from now on. */
static int keep(int signal)
{
    struct sigaction hosts;
    if (wd_faults_are_ours(signal))
        return 0;
    if (wd_real_sigaction(signal, NULL, &hosts) != 0)
        return -1;
    wd_host_action_found(kept(signal), &hosts);
    return 0;
}

static int install_again(int signal)
{
    struct sigaction hosts = wd_host_action_get(kept(signal));
    return install(signal, &hosts);
}

int wd_faults_sampler_action(const struct sigaction *new, struct sigaction *old)
{
    if (old) {
        *old = (struct sigaction){ .sa_flags = SA_SIGINFO };
        old->sa_sigaction = pass_on;
    }
    if (!new || is_sampled(SIGSEGV))
        return 0;
    if (keep(SIGSEGV) != 0)
        return -1;
    __atomic_store_n(&sampler, new->sa_sigaction, __ATOMIC_RELEASE);
    return install_again(SIGSEGV);
}

void wd_faults_mend_by(int (*mend)(int, void *))
{
    for (size_t i = 0; i < FAULTS; i++)
        if (keep(faults[i]) != 0)
            return;
    __atomic_store_n(&mender, mend, __ATOMIC_RELEASE);
    for (size_t i = 0; i < FAULTS; i++)
        install_again(faults[i]);
}

int wd_faults_host_action(int signal, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction copy;
    if (new)
        copy = *new;
    wd_host_action_exchange(kept(signal), new, old);
    return new ? install(signal, &copy) : 0;
}

int wd_faults_childs_action(int signal, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction copy;
    if (new)
        copy = *new;
    wd_host_action_childs_exchange(kept(signal), new, old);
    return new ? install(signal, &copy) : 0;
}

int wd_faults_host_ignores(void)
{
    return is_sampled(SIGSEGV) && wd_host_action_get(kept(SIGSEGV)).sa_handler == SIG_IGN;
}
