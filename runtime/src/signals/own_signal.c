/* SPDX-License-Identifier: Apache-2.0 */
#include "signals/own_signal.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memory/readable.h"

/* The uppermost three have users: valgrind, and the JDK, which ends blocked calls by SIGRTMAX-2. Programs count
 * from SIGRTMIN up. */
#define FROM (SIGRTMAX - 3)
#define DOWN_TO (SIGRTMIN + 1)

static int own;         /* atomic */
static int needs_stack; /* likewise */
static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);

/* dlsym may allocate and lock, which signal handlers may not. */
__attribute__((constructor(101))) static void look_up(void)
{
    *(void **)&real_sigaction = dlsym(RTLD_NEXT, "sigaction");
}

int wd_real_sigaction(int signal, const struct sigaction *new, struct sigaction *old)
{
    if (!real_sigaction)
        look_up();
    return real_sigaction(signal, new, old);
}

int wd_real_sigmask(int how, const sigset_t *new, sigset_t *old)
{
    return (int)syscall(SYS_rt_sigprocmask, how, new, old, WD_KERNELS_SIGSET);
}

static int is_free(int signal, const sigset_t *blocked)
{
    struct sigaction its;
    return wd_real_sigaction(signal, NULL, &its) == 0 && its.sa_handler == SIG_DFL && !sigismember(blocked, signal);
}

/* A signal that is blocked now may be waited for later. */
int wd_own_signal_choose(void)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    if (own || wd_real_sigmask(SIG_BLOCK, NULL, &blocked) != 0)
        return own;
    int all_are_blocked = 1, signal = 0;
    for (int s = FROM; s >= DOWN_TO; s--)
        all_are_blocked &= sigismember(&blocked, s) == 1;
    if (all_are_blocked) /* inherited: this says nothing about any of them */
        sigemptyset(&blocked);
    for (int s = FROM; s >= DOWN_TO && !signal; s--)
        signal = is_free(s, &blocked) ? s : 0;
    __atomic_store_n(&own, signal, __ATOMIC_RELEASE);
    return signal;
}

static int are_many(const sigset_t *set, uint64_t but)
{
    uint64_t signals, kind = ((uint64_t)1 << FROM) - ((uint64_t)1 << (DOWN_TO - 1));
    memcpy(&signals, set, sizeof signals);
    signals &= kind & ~but; /* mostly none are: the processor may have no instruction that counts */
    return signals && __builtin_popcountll(signals) > (FROM - DOWN_TO + 1) / 2;
}

int wd_own_signal_is_of_many(const sigset_t *set)
{
    return are_many(set, 0);
}

int wd_own_signal_others(const sigset_t *set)
{
    int signal = wd_own_signal();
    return are_many(set, signal ? (uint64_t)1 << (signal - 1) : 0);
}

int wd_own_signal_is_meant(const sigset_t *named)
{
    return wd_own_signal() && sigismember(named, wd_own_signal()) == 1 && !wd_own_signal_is_of_many(named);
}

int wd_own_signal_change(const sigset_t *named)
{
    int former = own, other = 0;
    for (int s = FROM; s >= DOWN_TO && !other; s--)
        other = s != former && is_free(s, named) ? s : 0;
    if (!other)
        return 0;
    __atomic_store_n(&own, other, __ATOMIC_RELEASE);
    return former;
}

int wd_own_signal(void)
{
    return __atomic_load_n(&own, __ATOMIC_ACQUIRE);
}

int wd_own_signal_install(const struct sigaction *handler, struct sigaction *old)
{
    struct sigaction action = *handler;
    if (__atomic_load_n(&needs_stack, __ATOMIC_ACQUIRE))
        action.sa_flags |= SA_ONSTACK;
    return wd_real_sigaction(own, &action, old);
}

void wd_own_signal_needs_stack(void)
{
    struct sigaction current;
    if (__atomic_exchange_n(&needs_stack, 1, __ATOMIC_ACQ_REL) || wd_real_sigaction(own, NULL, &current) != 0)
        return;
    if (current.sa_handler != SIG_DFL)
        wd_own_signal_install(&current, NULL);
}

static const sigset_t *only(sigset_t *set)
{
    sigemptyset(set);
    if (own)
        sigaddset(set, own);
    return set;
}

void wd_own_signal_unblock(void)
{
    sigset_t set;
    wd_real_sigmask(SIG_UNBLOCK, only(&set), NULL);
}

int wd_own_signal_hold(sigset_t *before)
{
    sigset_t set;
    sigemptyset(before);
    return wd_real_sigmask(SIG_BLOCK, only(&set), before);
}

void wd_own_signal_release(const sigset_t *before)
{
    wd_real_sigmask(SIG_SETMASK, before, NULL);
}

const sigset_t *wd_own_signal_with(const sigset_t *mask, sigset_t *copy)
{
    int own = wd_own_signal();
    if (!own || !mask || !wd_is_readable(mask, WD_KERNELS_SIGSET))
        return mask;
    memcpy(copy, mask, WD_KERNELS_SIGSET);
    sigaddset(copy, own);
    return copy;
}
