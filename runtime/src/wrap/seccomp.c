/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seccomp.c: the calls by which a process gives up system calls, or the processor's time stamps. What a recording does
 * on the host's threads must not be what the process is killed for: it does without, or ends before.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>

#include "flow_port/port.h"
#include "memory/readable.h"
#include "recording/children.h"
#include "recording/recorder.h"
#include "sandbox/needs.h"
#include "signals/endings.h"
#include "system/bare_call.h"
#include "system/syscall_entry.h"
#include "wrap/preloaded.h"
#include "wrap/real.h"

#define WRAPPED(X) X(int, prctl, (int, unsigned long, unsigned long, unsigned long, unsigned long))

REAL_FUNCTIONS(WRAPPED)

/* Strict mode: read, write, exit and sigreturn. */
static const struct sock_filter nothing[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL) };

struct arrival {
    int was_recorded, refuses_all;
};

/* What the kernel would take; it refuses the rest. */
static int is_filter(const struct sock_fprog *filter)
{
    return filter && wd_is_readable(filter, sizeof *filter) && filter->len > 0 && filter->len <= BPF_MAXINSNS &&
           wd_is_readable(filter->filter, filter->len * sizeof *filter->filter);
}

static int give_up_call(const char *call, int is_strict)
{
    char why[64];
    if (is_strict) /* it names no call */
        return wd_recorder_give_up("the program forbids itself all system calls but four",
                                   "let it do without seccomp's strict mode to record on");
    snprintf(why, sizeof why, "the program forbids itself %s()", call);
    return wd_recorder_give_up(why, "allow it in its seccomp filter, or turn that off, to record on");
}

static struct arrival before(int is_strict, unsigned long flags, const struct sock_fprog *filter)
{
    const struct sock_fprog strict = { 1, (struct sock_filter *)nothing };
    struct arrival arrival = { 0 };
    unsigned refused = 0;
    if (!wd_preloaded)
        return arrival;
    int saved = errno;
    int waits = wd_child_waits; /* the threads that are to record it would have the filter as well */
    int everywhere = waits || (flags & SECCOMP_FILTER_FLAG_TSYNC) != 0;
    const char *needed = wd_sandbox_needs(is_strict ? &strict : filter, everywhere, &refused);
    if (needed || (refused & WD_REFUSED_ENDING))
        wd_endings_end();
    if (needed && waits)
        wd_child_settled();
    else if (needed)
        arrival.was_recorded = give_up_call(needed, is_strict);
    const struct wd_flow_port *flows = wd_flow_port();
    if (flows && (needed || (refused & WD_REFUSED_FLOWS)))
        flows->stop();
    arrival.refuses_all = needed != NULL;
    wd_sandbox_refused(needed ? WD_REFUSED_CHANNELS | WD_REFUSED_RESTARTS : refused);
    errno = saved;
    return arrival;
}

static void after(const struct arrival *arrival, long result)
{
    int saved = errno;
    if (result == 0 && arrival->refuses_all)
        wd_sandbox_refused(WD_REFUSED_ALL);
    if (result != 0 && arrival->was_recorded)
        wd_recorder_resume();
    errno = saved;
}

/* Whoever reads a clock then has a fault: the clocks of the vdso are read so, too. */
static int forbid_time_stamps(const unsigned long *a)
{
    struct arrival arrival = { .refuses_all = wd_preloaded };
    const struct wd_flow_port *flows = wd_flow_port();
    int saved = errno;
    if (wd_preloaded && wd_child_waits)
        wd_child_settled();
    else if (wd_preloaded)
        arrival.was_recorded = wd_recorder_give_up("the program forbids itself the processor's time stamps",
                                                   "let it do without PR_SET_TSC to record on");
    if (wd_preloaded && flows)
        flows->stop();
    errno = saved;
    int result = REAL(prctl, SYS_prctl, PR_SET_TSC, a[0], a[1], a[2], a[3]);
    after(&arrival, result);
    return result;
}

EXPORT int prctl(int option, ...)
{
    unsigned long a[4];
    va_list list;
    va_start(list, option);
    for (int i = 0; i < 4; i++)
        a[i] = va_arg(list, unsigned long);
    va_end(list);
    const struct sock_fprog *filter = (const struct sock_fprog *)a[1];
    int is_strict = a[0] == SECCOMP_MODE_STRICT;
    if (option == PR_SET_TSC && a[0] == PR_TSC_SIGSEGV)
        return forbid_time_stamps(a);
    if (option != PR_SET_SECCOMP || !(is_strict || (a[0] == SECCOMP_MODE_FILTER && is_filter(filter))))
        return REAL(prctl, SYS_prctl, option, a[0], a[1], a[2], a[3]);
    struct arrival arrival = before(is_strict, 0, filter);
    int result = REAL(prctl, SYS_prctl, option, a[0], a[1], a[2], a[3]);
    after(&arrival, result);
    return result;
}

static long by_seccomp(long operation, long flags, void *filter)
{
    int strict = operation == SECCOMP_SET_MODE_STRICT && flags == 0 && !filter; /* libseccomp asks what there is */
    int sets = strict || (operation == SECCOMP_SET_MODE_FILTER && is_filter(filter));
    struct arrival arrival = { 0 };
    if (sets)
        arrival = before(strict, (unsigned long)flags, filter);
    long result = WD_BARE_CALL(SYS_seccomp, operation, flags, filter);
    after(&arrival, result);
    return result;
}

__attribute__((constructor)) static void begin(void)
{
    __atomic_store_n(&wd_syscall_seccomp, by_seccomp, __ATOMIC_RELEASE);
}
