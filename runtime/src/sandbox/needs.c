/* SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/needs.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "sandbox/bpf_program.h"

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
#define SOME_FD 512
#define SOME_ADDRESS 0x10000
#define MANDATORY 0

struct need {
    unsigned what; /* of wd_refused */
    const char *name;
    struct seccomp_data call;
};

#define CALL(kind, call, ...)                                               \
    {                                                                       \
        kind, #call,                                                        \
        {                                                                   \
            .nr = SYS_##call, .arch = ARCHITECTURE, .args = { __VA_ARGS__ } \
        }                                                                   \
    }

static const struct need on_hosts_threads[] = {
    CALL(MANDATORY, rt_sigreturn),
    CALL(MANDATORY, rt_sigprocmask, 0, SOME_ADDRESS, SOME_ADDRESS, 8),
    CALL(MANDATORY, getpid),
    CALL(MANDATORY, futex, SOME_ADDRESS, FUTEX_WAKE_PRIVATE, 1),
    CALL(MANDATORY, futex, SOME_ADDRESS, FUTEX_WAIT_PRIVATE, 1, SOME_ADDRESS),
    CALL(WD_REFUSED_WRITING, fstat, SOME_FD, SOME_ADDRESS),
    CALL(WD_REFUSED_WRITING, pwritev2, SOME_FD, SOME_ADDRESS, 1, UINT64_MAX),
    CALL(WD_REFUSED_WRITING, close, SOME_FD),
    CALL(WD_REFUSED_WRITING, openat, UINT64_MAX - 99, SOME_ADDRESS, 0x80002),
    CALL(WD_REFUSED_WRITING, fcntl, SOME_FD, 1030, SOME_FD),
    CALL(WD_REFUSED_MEMORY, mmap, 0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX),
    CALL(WD_REFUSED_MEMORY, munmap, SOME_ADDRESS, 65536),
    CALL(WD_REFUSED_CLOCK, clock_gettime, CLOCK_THREAD_CPUTIME_ID, SOME_ADDRESS),
    CALL(WD_REFUSED_CLOCK, clock_gettime, CLOCK_PROCESS_CPUTIME_ID, SOME_ADDRESS),
    CALL(WD_REFUSED_TIMERS, gettid),
    CALL(WD_REFUSED_TIMERS, timer_create, UINT64_MAX, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_TIMERS, timer_settime, 0, 0, SOME_ADDRESS),
    CALL(WD_REFUSED_TIMERS, timer_delete),
    CALL(WD_REFUSED_CHANNELS, fstat, SOME_FD, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, fcntl, SOME_FD, 3),
    CALL(WD_REFUSED_CHANNELS, ioctl, SOME_FD, 0x541B, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, readlink, SOME_ADDRESS, SOME_ADDRESS, 511),
    CALL(WD_REFUSED_CHANNELS, newfstatat, UINT64_MAX - 99, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, getsockname, SOME_FD, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, getpeername, SOME_FD, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, getsockopt, SOME_FD, 1, 3, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_CHANNELS, socket, 16, 0x80003, 4),
    CALL(WD_REFUSED_CHANNELS, sendto, SOME_FD, SOME_ADDRESS, 40, 0x40),
    CALL(WD_REFUSED_CHANNELS, recvfrom, SOME_FD, SOME_ADDRESS, 1024, 0x40),
    CALL(WD_REFUSED_CHANNELS, close, SOME_FD),
    CALL(WD_REFUSED_CHANNELS, getpid),
    CALL(WD_REFUSED_CHANNELS, kill, 1, 0),
    CALL(WD_REFUSED_CHANNELS, sched_yield),
    CALL(WD_REFUSED_CHANNELS, mmap, 0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX),
    CALL(WD_REFUSED_PUBLISHING, memfd_create, SOME_ADDRESS, 3),
    CALL(WD_REFUSED_PUBLISHING, ftruncate, SOME_FD, 4096),
    CALL(WD_REFUSED_PUBLISHING, mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, SOME_FD),
    CALL(WD_REFUSED_PUBLISHING, mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX),
    CALL(WD_REFUSED_PUBLISHING, close, SOME_FD),
    CALL(WD_REFUSED_PUBLISHING, madvise, SOME_ADDRESS, 4096, MADV_DONTFORK),
    CALL(WD_REFUSED_PUBLISHING, prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, SOME_ADDRESS, 4096, SOME_ADDRESS),
    CALL(WD_REFUSED_FLOWS, rt_sigprocmask, 2, SOME_ADDRESS, 0, 8),
    CALL(WD_REFUSED_FLOWS, clock_gettime, CLOCK_PROCESS_CPUTIME_ID, SOME_ADDRESS),
    CALL(WD_REFUSED_FLOWS, openat, UINT64_MAX - 99, SOME_ADDRESS, 0x80000),
    CALL(WD_REFUSED_FLOWS, read, SOME_FD, SOME_ADDRESS, 16383),
    CALL(WD_REFUSED_FLOWS, close, SOME_FD),
    CALL(WD_REFUSED_RESTARTS, rt_sigpending, SOME_ADDRESS, 8),
    CALL(WD_REFUSED_RESTARTS, rt_sigaction, 15, 0, SOME_ADDRESS, 8),
    CALL(WD_REFUSED_ENDING, rt_sigaction, 15, SOME_ADDRESS, 0, 8),
    CALL(WD_REFUSED_ENDING, tgkill, 1, 1, 15),
    CALL(WD_REFUSED_ENDING, gettid),
    CALL(WD_REFUSED_ENDING, nanosleep, SOME_ADDRESS),
    CALL(WD_REFUSED_CREDENTIALS, capget, SOME_ADDRESS, SOME_ADDRESS),
    CALL(WD_REFUSED_CREDENTIALS, prctl, PR_GET_KEEPCAPS),
    CALL(WD_REFUSED_CREDENTIALS, fchownat, SOME_FD, SOME_ADDRESS),
};

/* What rotating takes, with the sampler's thread that is started again. */
static const struct need on_ours[] = {
    CALL(MANDATORY, futex, SOME_ADDRESS, FUTEX_WAIT_PRIVATE, 0, SOME_ADDRESS),
    CALL(MANDATORY, openat, UINT64_MAX - 99, SOME_ADDRESS, 0x80042, 0644),
    CALL(MANDATORY, close, SOME_FD),
    CALL(MANDATORY, read, SOME_FD, SOME_ADDRESS, 1),
    CALL(MANDATORY, write, SOME_FD, SOME_ADDRESS, 1),
    CALL(MANDATORY, pwritev2, SOME_FD, SOME_ADDRESS, 1, UINT64_MAX),
    CALL(MANDATORY, pwrite64, SOME_FD, SOME_ADDRESS, 1),
    CALL(MANDATORY, lseek, SOME_FD, 0, 2),
    CALL(MANDATORY, ftruncate, SOME_FD, 1),
    CALL(MANDATORY, fstat, SOME_FD, SOME_ADDRESS),
    CALL(MANDATORY, newfstatat, UINT64_MAX - 99, SOME_ADDRESS, SOME_ADDRESS),
    CALL(MANDATORY, fcntl, SOME_FD, 1030, SOME_FD),
    CALL(MANDATORY, fadvise64, SOME_FD),
    CALL(MANDATORY, getdents64, SOME_FD, SOME_ADDRESS, 32768),
    CALL(MANDATORY, statfs, SOME_ADDRESS, SOME_ADDRESS),
    CALL(MANDATORY, rename, SOME_ADDRESS, SOME_ADDRESS),
    CALL(MANDATORY, unlink, SOME_ADDRESS),
    CALL(MANDATORY, mmap, 0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX),
    CALL(MANDATORY, munmap, SOME_ADDRESS, 65536),
    CALL(MANDATORY, mprotect, SOME_ADDRESS, 65536, PROT_READ | PROT_WRITE),
    CALL(MANDATORY, madvise, SOME_ADDRESS, 65536, MADV_DONTNEED),
    CALL(MANDATORY, brk, SOME_ADDRESS),
    CALL(MANDATORY, clone3, SOME_ADDRESS, 88),
    CALL(MANDATORY, rseq, SOME_ADDRESS, 32),
    CALL(MANDATORY, set_robust_list, SOME_ADDRESS, 24),
    CALL(MANDATORY, rt_sigaction, 61, SOME_ADDRESS, 0, 8),
    CALL(MANDATORY, rt_sigprocmask, 0, SOME_ADDRESS, SOME_ADDRESS, 8),
    CALL(MANDATORY, timer_create, UINT64_MAX, SOME_ADDRESS, SOME_ADDRESS),
    CALL(MANDATORY, timer_settime, 0, 0, SOME_ADDRESS),
    CALL(MANDATORY, timer_delete),
    CALL(MANDATORY, gettid),
    CALL(MANDATORY, getpid),
    CALL(MANDATORY, exit),
};

/* What each sample of a perf event takes, and each thread that begins or ends. */
static const struct need of_events[] = {
    CALL(MANDATORY, ioctl, SOME_FD, PERF_EVENT_IOC_RESET),
    CALL(MANDATORY, ioctl, SOME_FD, PERF_EVENT_IOC_REFRESH, 1),
    CALL(MANDATORY, ioctl, SOME_FD, PERF_EVENT_IOC_DISABLE),
    CALL(MANDATORY, ioctl, SOME_FD, PERF_EVENT_IOC_ID, SOME_ADDRESS),
    CALL(MANDATORY, perf_event_open, SOME_ADDRESS, 1, UINT64_MAX, UINT64_MAX),
    CALL(MANDATORY, fcntl, SOME_FD, F_DUPFD_CLOEXEC, SOME_FD),
    CALL(MANDATORY, fcntl, SOME_FD, F_SETFL, O_ASYNC),
    CALL(MANDATORY, fcntl, SOME_FD, F_SETSIG, 61),
    CALL(MANDATORY, fcntl, SOME_FD, F_SETOWN_EX, SOME_ADDRESS),
    CALL(MANDATORY, mmap, 0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, SOME_FD),
    CALL(MANDATORY, munmap, SOME_ADDRESS, 8192),
    CALL(MANDATORY, close, SOME_FD),
};

unsigned wd_sandbox_refused_so_far;
static int has_events; /* atomic */
static int has_come;   /* atomic */
static __thread int exempt __attribute__((tls_model("initial-exec")));

static const char *refused_of(const struct need *needs, size_t n, const struct sock_fprog *filter, unsigned *refused)
{
    for (const struct need *need = needs; need < needs + n; need++) {
        if (wd_bpf_allows(filter, &need->call))
            continue;
        if (need->what == MANDATORY)
            return need->name;
        *refused |= need->what;
    }
    return NULL;
}

#define REFUSED_OF(needs) refused_of(needs, sizeof(needs) / sizeof *(needs), filter, refused)

const char *wd_sandbox_needs(const struct sock_fprog *filter, int everywhere, unsigned *refused)
{
    *refused = 0;
    const char *name = REFUSED_OF(on_hosts_threads);
    if (!name && __atomic_load_n(&has_events, __ATOMIC_RELAXED))
        name = REFUSED_OF(of_events);
    if (!name && everywhere)
        name = REFUSED_OF(on_ours);
    return name;
}

void wd_sandbox_events(void)
{
    __atomic_store_n(&has_events, 1, __ATOMIC_RELAXED);
}

int wd_sandbox_concerns(void)
{
    return !exempt;
}

void wd_sandbox_exempt(void)
{
    exempt = 1;
}

void wd_sandbox_refused(unsigned what)
{
    __atomic_store_n(&has_come, 1, __ATOMIC_RELAXED);
    __atomic_or_fetch(&wd_sandbox_refused_so_far, what, __ATOMIC_RELEASE);
}

int wd_sandbox_has_come(void)
{
    return __atomic_load_n(&has_come, __ATOMIC_RELAXED);
}
