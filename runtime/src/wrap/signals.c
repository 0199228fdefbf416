/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signals.c: the libc functions by which a program says what a signal does. For our
 * signal they act on what the host believes of it; of all others the handlers run
 * with ours let through, so that what they do is sampled.
 *
 * Nothing else is done, and nothing at all before the signal is chosen.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <sys/auxv.h>

#include "signals/deliver.h"
#include "signals/endings.h"
#include "signals/faults.h"
#include "signals/host_signal.h"
#include "signals/lost_event.h"
#include "signals/own_signal.h"
#include "wrap/giving_way.h"
#include "wrap/real_signals.h"
#include "wrap/vforked.h"

typedef void (*handler)(int);

#define WRAPPED(X)                                                         \
    X(int, sigaction, (int, const struct sigaction *, struct sigaction *)) \
    X(handler, signal, (int, handler))                                     \
    X(handler, sysv_signal, (int, handler))                                \
    X(handler, sigset, (int, handler))                                     \
    X(int, sigignore, (int))                                               \
    X(int, siginterrupt, (int, int))

REAL_FUNCTIONS(WRAPPED)

/* The signals whose handlers block ours, as the host believes; atomic. */
static uint64_t blocking_handlers;

static uint64_t bit(int signal)
{
    return (uint64_t)1 << (signal - 1);
}

#define SAMPLE 4096 /* bytes of stack that taking one needs, beside the kernel's frame; 2,200 were seen */

static int is_interposed; /* sigaction: the host, or a library in front of us, has one */

/* Who interposes sigaction, and handles asynchronous signals on an alternate stack, lets nothing be written where its
 * stack pointer is: Erlang's machine has its heap there. Who only handles them there (LLVM's tools) loses nothing, and
 * of samples that are taken there async-profiler does not find the callers. */
static void look_at_stack(int signal, const struct sigaction *new)
{
    stack_t stack;
    if (!is_interposed || wd_is_synchronous(signal) || signal == SIGABRT || !wd_is_handler(new))
        return;
    if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) &&
        stack.ss_size >= getauxval(AT_MINSIGSTKSZ) + SAMPLE)
        wd_own_signal_needs_stack();
}

static int real_action(int signal, const struct sigaction *new, struct sigaction *old)
{
    if (wd_faults_are_ours(signal))
        return wd_is_vforked() ? wd_faults_childs_action(signal, new, old) : wd_faults_host_action(signal, new, old);
    if (wd_endings_has(signal))
        return wd_endings_action(signal, new, old);
    if (wd_lost_event_has(signal))
        return wd_lost_event_action(new, old);
    return REAL_SIGNAL(sigaction)(signal, new, old);
}

static int set_action(int signal, const struct sigaction *new, struct sigaction *old)
{
    int own = wd_own_signal();
    if (!own || signal < 1 || signal >= _NSIG)
        return real_action(signal, new, old);
    if (signal == own)
        return wd_is_vforked() ? wd_host_signal_childs_action(new, old) : wd_host_signal_action(new, old);
    uint64_t believed = __atomic_load_n(&blocking_handlers, __ATOMIC_RELAXED);
    struct sigaction without;
    int blocks = 0, blocked = (believed & bit(signal)) != 0;
    if (new) {
        if (new->sa_flags & SA_ONSTACK)
            look_at_stack(signal, new);
        without = *new;
        blocks = sigismember(&without.sa_mask, own);
        sigdelset(&without.sa_mask, own);
    }
    int result = real_action(signal, new ? &without : NULL, old);
    if (result == 0 && new &&blocks != blocked && !wd_is_vforked()) {
        if (blocks)
            __atomic_or_fetch(&blocking_handlers, bit(signal), __ATOMIC_RELAXED);
        else
            __atomic_and_fetch(&blocking_handlers, ~bit(signal), __ATOMIC_RELAXED);
    }
    if (result == 0 && old && blocked)
        sigaddset(&old->sa_mask, own);
    return result;
}

/* Within the library only set_action is called: of the two names one may be a function of the host's that calls the
 * other, as Erlang's. */
EXPORT int sigaction(int signal, const struct sigaction *new, struct sigaction *old)
    __attribute__((alias("set_action")));
EXPORT int __sigaction(int signal, const struct sigaction *new, struct sigaction *old)
    __attribute__((alias("set_action")));

static __attribute__((constructor(101))) void begin(void)
{
    wd_give_way_by(set_action);
    is_interposed = dlsym(RTLD_DEFAULT, "sigaction") != (void *)set_action;
}

/* The signals of which the following functions may not speak to the kernel. */
static int is_kept(int signal)
{
    return signal != 0 && (signal == wd_own_signal() || wd_faults_are_ours(signal) || wd_endings_has(signal) ||
                           wd_lost_event_has(signal));
}

static handler set_handler(int signal, handler its, int flags)
{
    struct sigaction new = { .sa_handler = its, .sa_flags = flags }, old;
    if (its == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (flags == SA_RESTART)
        sigaddset(&new.sa_mask, signal);
    return set_action(signal, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

EXPORT handler signal(int signal, handler its)
{
    return is_kept(signal) ? set_handler(signal, its, SA_RESTART) : REAL_SIGNAL(signal)(signal, its);
}

EXPORT handler bsd_signal(int number, handler its)
{
    return signal(number, its);
}

EXPORT handler ssignal(int number, handler its)
{
    return signal(number, its);
}

EXPORT handler sysv_signal(int signal, handler its)
{
    return is_kept(signal) ? set_handler(signal, its, (int)SA_RESETHAND | SA_NODEFER | SA_INTERRUPT)
                           : REAL_SIGNAL(sysv_signal)(signal, its);
}

EXPORT handler __sysv_signal(int signal, handler its)
{
    return sysv_signal(signal, its);
}

EXPORT handler sigset(int signal, handler its)
{
    sigset_t set, before;
    if (!is_kept(signal))
        return REAL_SIGNAL(sigset)(signal, its);
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(its == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &set, &before);
    handler old = its == SIG_HOLD ? SIG_HOLD : set_handler(signal, its, 0);
    return sigismember(&before, signal) == 1 ? SIG_HOLD : old;
}

EXPORT int sigignore(int signal)
{
    if (!is_kept(signal))
        return REAL_SIGNAL(sigignore)(signal);
    return set_handler(signal, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

EXPORT int siginterrupt(int signal, int interrupts)
{
    struct sigaction its;
    if (!is_kept(signal))
        return REAL_SIGNAL(siginterrupt)(signal, interrupts);
    if (set_action(signal, NULL, &its) != 0)
        return -1;
    its.sa_flags = interrupts ? its.sa_flags & ~SA_RESTART : its.sa_flags | SA_RESTART;
    return set_action(signal, &its, NULL);
}
