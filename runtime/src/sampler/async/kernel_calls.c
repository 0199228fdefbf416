/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/kernel_calls.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "imports/got_patch.h"
#include "sampler/async/perf_events.h"
#include "sandbox/needs.h"
#include "signals/own_signal.h"
#include "threads/thread.h"

/* The upper half of the value that comes with a timer's signal; the lower is the thread. A host that uses the same
 * signal for timers of its own gets those. */
#define BRAND 0x57444e54u

static int lacks_timers; /* atomic */

static long create_timer(clockid_t clock, const struct sigevent *event, void *timer)
{
    struct sigevent branded = *event;
    uint64_t value = (uint64_t)BRAND << 32 | (uint32_t)branded._sigev_un._tid;
    branded.sigev_value.sival_ptr = (void *)(uintptr_t)value;
    long result = syscall(SYS_timer_create, clock, &branded, timer);
    if (result != 0 && errno == EAGAIN)
        __atomic_store_n(&lacks_timers, 1, __ATOMIC_RELAXED);
    return result;
}

static int is_refused(long number)
{
    switch (number) {
    case SYS_timer_create:
    case SYS_timer_settime:
    case SYS_timer_delete: return wd_sandbox_refuses(WD_REFUSED_TIMERS);
    case SYS_mmap:
    case SYS_munmap: return wd_sandbox_refuses(WD_REFUSED_MEMORY);
    default: return 0;
    }
}

static long redirected_syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (is_refused(number)) {
        errno = EPERM;
        return -1;
    }
    switch (number) {
    case SYS_gettid: return (long)wd_thread_number();
    case SYS_perf_event_open: return wd_perf_events_open(a);
    case SYS_timer_create: return create_timer((clockid_t)a[0], (const struct sigevent *)a[1], (void *)a[2]);
    default: return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    }
}

/* In each thread that begins; it means the signals that it would use by itself, which are the host's. */
static int redirected_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    (void)how, (void)set, (void)old;
    wd_own_signal_unblock();
    return 0;
}

/* How it ends the sleep of a thread of its own: by SIGIO, which may be the host's. */
static int redirected_kill(pthread_t thread, int signal)
{
    (void)signal;
    return pthread_kill(thread, wd_own_signal());
}

int wd_kernel_calls_redirect(void *library)
{
    return wd_got_patch(library, "syscall", (void *)redirected_syscall) &&
           wd_got_patch(library, "pthread_sigmask", (void *)redirected_sigmask) &&
           wd_got_patch(library, "pthread_kill", (void *)redirected_kill);
}

int wd_kernel_calls_lack_timers(void)
{
    return __atomic_load_n(&lacks_timers, __ATOMIC_RELAXED);
}

int wd_kernel_calls_is_timer(const siginfo_t *info)
{
    uint64_t value = (uint64_t)(uintptr_t)info->si_value.sival_ptr;
    if (info->si_code != SI_TIMER || value >> 32 != BRAND)
        return 0;
    wd_thread.tid = (uint32_t)value;
    return 1;
}
