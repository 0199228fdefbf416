/* SPDX-License-Identifier: Apache-2.0 */
/*
 * masks.c: the libc functions that block signals and wait for them. Ours is never
 * blocked by the host's wish, so that threads that block all signals are sampled;
 * the host is told what it has asked for.
 *
 * Where a call waits with a mask of its own or for signals, ours is blocked
 * meanwhile: the call would end when a sample comes, which it would not without us.
 * A thread that sleeps needs no CPU, so no sample of it is lost.
 *
 * Compiled with -fexceptions: a thread that is cancelled while it waits is unwound
 * through these functions.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <time.h>

#include "memory/readable.h"
#include "propagation/dispatch.h"
#include "signals/host_signal.h"
#include "signals/own_signal.h"
#include "wrap/giving_way.h"
#include "wrap/real_signals.h"
#include "wrap/selecting.h"

#define WRAPPED(X)                                                                                    \
    X(int, sigprocmask, (int, const sigset_t *, sigset_t *))                                          \
    X(int, pthread_sigmask, (int, const sigset_t *, sigset_t *))                                      \
    X(int, sigsuspend, (const sigset_t *))                                                            \
    X(int, ppoll, (struct pollfd *, nfds_t, const struct timespec *, const sigset_t *))               \
    X(int, __ppoll_chk, (struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t)) \
    X(int, pselect, (int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *))   \
    X(int, epoll_pwait, (int, struct epoll_event *, int, int, const sigset_t *))                      \
    X(int, epoll_pwait2, (int, struct epoll_event *, int, const struct timespec *, const sigset_t *)) \
    X(int, sigwait, (const sigset_t *, int *))                                                        \
    X(int, sigwaitinfo, (const sigset_t *, siginfo_t *))                                              \
    X(int, sigtimedwait, (const sigset_t *, siginfo_t *, const struct timespec *))                    \
    X(int, signalfd, (int, const sigset_t *, int))

REAL_FUNCTIONS(WRAPPED)

typedef int (*mask_function)(int, const sigset_t *, sigset_t *);

static enum wd_blocked blocked_after(int how, const sigset_t *new, int own, enum wd_blocked before)
{
    int named = sigismember(new, own) == 1;
    if (how == SIG_UNBLOCK) /* from here on it may be blocked alone */
        return before && !named ? WD_BLOCKED : WD_NOT_BLOCKED;
    if (named)
        return wd_own_signal_others(new) ? WD_BLOCKED_WITH_OTHERS : WD_BLOCKED;
    return how == SIG_BLOCK ? before : WD_NOT_BLOCKED;
}

/* Of the mask that the kernel has told. */
static void show(enum wd_blocked blocked, int own, sigset_t *mask)
{
    if (wd_is_blocked_in(blocked, mask))
        sigaddset(mask, own);
    else
        sigdelset(mask, own);
}

static int change(mask_function function, int how, const sigset_t *new, sigset_t *old)
{
    if (new &&how != SIG_UNBLOCK)
        wd_give_way(new);
    int own = wd_own_signal();
    if (!own)
        return function(how, new, old);
    enum wd_blocked before = wd_host_signal_blocked(), after = before;
    sigset_t without, found, *was = old ? old : how == SIG_UNBLOCK && before == WD_BLOCKED_WITH_OTHERS ? &found : NULL;
    if (new) {
        without = *new; /* it may be the same as `old` */
        after = blocked_after(how, new, own, before);
        sigdelset(&without, own);
    }
    int result = function(how, new ? &without : NULL, was);
    if (result != 0)
        return result;
    if (how == SIG_UNBLOCK && was && !wd_is_blocked_in(before, was)) /* by somebody else, meanwhile */
        after = new ? WD_NOT_BLOCKED : after;
    wd_host_signal_set_blocked(after);
    if (old)
        show(before, own, old);
    return 0;
}

EXPORT int sigprocmask(int how, const sigset_t *new, sigset_t *old)
{
    return change(REAL_SIGNAL(sigprocmask), how, new, old);
}

EXPORT int pthread_sigmask(int how, const sigset_t *new, sigset_t *old)
{
    return change(REAL_SIGNAL(pthread_sigmask), how, new, old);
}

EXPORT int sigsuspend(const sigset_t *mask)
{
    sigset_t copy;
    return REAL_SIGNAL(sigsuspend)(wd_own_signal_with(mask, &copy));
}

#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* ppoll reads what it is told to be written */

static int waits(const struct timespec *timeout)
{
    return !timeout || timeout->tv_sec || timeout->tv_nsec;
}

EXPORT int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
    sigset_t copy;
    if (waits(timeout))
        wd_propagation_polls(fds, n);
    return REAL_SIGNAL(ppoll)(fds, n, timeout, wd_own_signal_with(mask, &copy));
}

EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask, size_t size)
{
    sigset_t copy;
    if (waits(timeout) && size / sizeof *fds >= n)
        wd_propagation_polls(fds, n);
    return REAL_SIGNAL(__ppoll_chk)(fds, n, timeout, wd_own_signal_with(mask, &copy), size);
}

EXPORT int pselect(int n, fd_set *read, fd_set *write, fd_set *except, const struct timespec *timeout,
                   const sigset_t *mask)
{
    sigset_t copy;
    if (waits(timeout))
        wd_selects(n, read, write, except);
    return REAL_SIGNAL(pselect)(n, read, write, except, timeout, wd_own_signal_with(mask, &copy));
}

EXPORT int epoll_pwait(int epoll, struct epoll_event *events, int n, int timeout, const sigset_t *mask)
{
    sigset_t copy;
    wd_propagation_idle();
    return REAL_SIGNAL(epoll_pwait)(epoll, events, n, timeout, wd_own_signal_with(mask, &copy));
}

EXPORT int epoll_pwait2(int epoll, struct epoll_event *events, int n, const struct timespec *timeout,
                        const sigset_t *mask)
{
    sigset_t copy;
    if (!real.epoll_pwait2 && !dlsym(RTLD_NEXT, "epoll_pwait2")) {
        errno = ENOSYS;
        return -1;
    }
    wd_propagation_idle();
    return REAL_SIGNAL(epoll_pwait2)(epoll, events, n, timeout, wd_own_signal_with(mask, &copy));
}

/* What the host waits for, without ours; the kernel says what of a set that cannot be read. */
static const sigset_t *without_ours(const sigset_t *set, sigset_t *copy)
{
    if (!set || !wd_is_readable(set, WD_KERNELS_SIGSET))
        return set;
    wd_give_way(set);
    int own = wd_own_signal();
    if (!own)
        return set;
    memcpy(copy, set, WD_KERNELS_SIGSET); /* there may be no more */
    sigdelset(copy, own);
    return copy;
}

static void release(void *before)
{
    int saved = errno;
    wd_own_signal_release(before);
    errno = saved;
}

/* The whole of a function that waits for signals: `call` is the real one's. */
#define WAIT(call)                                            \
    sigset_t copy, before;                                    \
    const sigset_t *others = without_ours(set, &copy);        \
    if (!wd_own_signal() || wd_own_signal_hold(&before) != 0) \
        return call;                                          \
    int result;                                               \
    pthread_cleanup_push(release, &before);                   \
    result = call;                                            \
    pthread_cleanup_pop(1);                                   \
    return result

EXPORT int sigwait(const sigset_t *set, int *signal)
{
    WAIT(REAL_SIGNAL(sigwait)(others, signal));
}

EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    WAIT(REAL_SIGNAL(sigwaitinfo)(others, info));
}

EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
    WAIT(REAL_SIGNAL(sigtimedwait)(others, info, timeout));
}

EXPORT int signalfd(int fd, const sigset_t *set, int flags)
{
    sigset_t copy;
    return REAL_SIGNAL(signalfd)(fd, without_ours(set, &copy), flags);
}
