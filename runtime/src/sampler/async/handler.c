/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/handler.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "flow_port/port.h"
#include "health/health.h"
#include "imports/got_patch.h"
#include "memory/fork_state.h"
#include "memory/readable.h"
#include "sampler/async/interrupted.h"
#include "sampler/async/kernel_calls.h"
#include "sampler/hooks.h"
#include "sampler/kernel/signal.h"
#include "sandbox/needs.h"
#include "signals/faults.h"
#include "signals/held.h"
#include "signals/host_signal.h"
#include "signals/own_signal.h"
#include "signals/restarts.h"
#include "system/clock.h"
#include "system/pause.h"

#define STACK 12288 /* bytes that a sample may take, 3 KB and more */
#define OWED 4      /* kernel stacks of waits */
#define REST_MS 200 /* a thread may have been stopped within a sample */

static void (*sampler)(int signal, siginfo_t *info, void *ucontext);
static int installed;             /* the sampler's handler */
static int running WD_FORK_STATE; /* atomic */
static int in_jvm, by_thread_signals;
static int resting WD_FORK_STATE;  /* atomic */
static int sampling WD_FORK_STATE; /* threads that are taking a sample; atomic */
static int copying WD_FORK_STATE;  /* a fork copies the process; atomic */
static volatile sig_atomic_t forked WD_FORK_STATE;
static __thread volatile int owed __attribute__((tls_model("initial-exec"))); /* samples that came meanwhile */
static __thread struct wd_sample_origin waited[OWED] __attribute__((tls_model("initial-exec"))); /* likewise */
static char begin_mark;

/* A perf event comes once; the sampler's handler asks for the next. */
static void rearm(const siginfo_t *info)
{
    if (info->si_code <= 0 || info->si_code == SI_KERNEL) /* the kernel side's has no descriptor */
        return;
    syscall(SYS_ioctl, info->si_fd, PERF_EVENT_IOC_RESET, 0);
    syscall(SYS_ioctl, info->si_fd, PERF_EVENT_IOC_REFRESH, 1);
}

/* The sampler unwinds from where the host's own code would be, also while a copy of it is executed. */
static void sample_at_its_place(int signal, siginfo_t *info, void *ucontext)
{
    const struct wd_flow_port *flows = wd_flow_port();
    if (!flows) {
        sampler(signal, info, ucontext);
        return;
    }
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    gregset_t found;
    uintptr_t hosts, ours = 0;
    memcpy(found, registers, sizeof found);
    uintptr_t *return_address = flows->as_host(ucontext, &hosts);
    int in_copy = registers[REG_RIP] != found[REG_RIP];
    if (return_address) {
        ours = *return_address;
        *return_address = hosts;
    }
    sampler(signal, info, ucontext);
    if (return_address)
        *return_address = ours;
    if (in_copy)
        memcpy(registers, found, sizeof found);
}

static int is_of(const struct wd_sample_origin *one, const struct wd_sample_origin *other)
{
    return one->kernel_stack == other->kernel_stack && one->context == other->context;
}

/* The thread will be elsewhere when the sample is taken. Waits at the same place are added up; if there is no room for
 * another place, so are those of several, as of none. */
static void owe_wait(const struct wd_sample_origin *origin)
{
    int i = 0;
    while (i < OWED - 1 && waited[i].waited_ns && !is_of(&waited[i], origin))
        i++;
    struct wd_sample_origin *to = &waited[i];
    if (to->waited_ns && !is_of(to, origin))
        to->kernel_stack = 0;
    else
        to->kernel_stack = origin->kernel_stack;
    to->context = origin->context;
    to->waited_ns += origin->waited_ns;
    to->elsewhere = 1;
}

/* What comes while the process is copied, or where the stack ends, is taken later: ticks without what the kernel side
 * knows of them, waits without their own stack. */
static void owe(const siginfo_t *info, const struct wd_sample_origin *origin)
{
    int ticks = origin->waited_ns ? 0 : origin->times > 0 ? (int)origin->times : 1;
    if (!ticks)
        owe_wait(origin);
    owed += ticks;
    wd_health_add(WD_HEALTH_SAMPLES_OWED, (uint64_t)ticks);
    rearm(info);
}

static void take_one(int signal, siginfo_t *info, void *ucontext, const struct wd_sample_origin *origin)
{
    uint64_t before = wd_kernel_signal_says(origin) ? wd_clock_ns(CLOCK_MONOTONIC) : 0;
    sample_at_its_place(signal, info, ucontext);
    wd_sample_hooks.taken(origin, before, before ? wd_clock_ns(CLOCK_MONOTONIC) - before : 0);
}

static void take(int signal, siginfo_t *info, void *ucontext, const struct wd_sample_origin *origin)
{
    const struct wd_sample_origin none = { 0 };
    if (owed > 0)
        wd_health_add(WD_HEALTH_SAMPLES_PAID, (uint64_t)owed);
    for (; owed > 0; owed--)
        take_one(signal, info, ucontext, &none);
    for (int i = 0; i < OWED && waited[i].waited_ns; i++) {
        take_one(signal, info, ucontext, &waited[i]);
        waited[i].waited_ns = 0;
    }
    for (uint32_t i = 0; i == 0 || i < origin->times; i++)
        take_one(signal, info, ucontext, origin);
}

/* So much of the thread's stack is known to be there: [from, to). */
static __thread const char *stack_from __attribute__((tls_model("initial-exec")));
static __thread const char *stack_to __attribute__((tls_model("initial-exec")));

/* At a stack's end, where Ruby begins to find out how deep it is, a sample would be the end of the process. Asked once
 * for each part of it: on older kernels the kernel side loses what it has to tell at the exit of a call within here. */
static int has_stack(void)
{
    const char *here = __builtin_frame_address(0), *from = here - STACK;
    if (from >= stack_from && here <= stack_to)
        return 1;
    if (wd_readable(from, STACK) != STACK)
        return 0;
    int joins = from <= stack_to && here >= stack_from;
    stack_from = joins && stack_from < from ? stack_from : from;
    stack_to = joins && stack_to > here ? stack_to : here;
    return 1;
}

static void sample(int signal, siginfo_t *info, void *ucontext, const struct wd_sample_origin *origin)
{
    __atomic_add_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&copying, __ATOMIC_SEQ_CST) || !has_stack())
        owe(info, origin);
    else if (!__atomic_load_n(&resting, __ATOMIC_SEQ_CST))
        take(signal, info, ucontext, origin);
    __atomic_sub_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
}

/* Of a timer, of perf events (the kernel's own), of the kernel side, or of the thread that samples wall time. */
static int is_sample(const siginfo_t *info, struct wd_sample_origin *origin)
{
    return wd_kernel_signal_is(info, origin) || wd_kernel_calls_is_timer(info) ||
           (info->si_code > 0 && info->si_code != SI_KERNEL) ||
           (by_thread_signals && info->si_code == SI_TKILL && info->si_pid == getpid());
}

/* The sampler reads where it may fault, and a fault with its signal blocked is the end. The kernel blocks it again at
 * the handler's return. */
static void let_faults_through(const ucontext_t *interrupted)
{
    sigset_t faults;
    if (sigismember(&interrupted->uc_sigmask, SIGSEGV) != 1)
        return;
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    wd_real_sigmask(SIG_UNBLOCK, &faults, NULL);
}

static int is_childs_timer(const siginfo_t *info)
{
    return info->si_code == SI_TIMER && info->si_value.sival_ptr == &begin_mark;
}

/* In a forked child the sampler's file is the parent's, until it is started there. */
static void on_sample(int signal, siginfo_t *info, void *ucontext)
{
    int saved = errno;
    struct wd_sample_origin origin = { 0 };
    unsigned wanted;
    if (is_childs_timer(info))
        wd_sample_hooks.child_has_run();
    else if (!is_sample(info, &origin))
        wd_host_signal_deliver(info, ucontext);
    else if (!forked && (wanted = wd_sample_hooks.wanted()) > 0) {
        if (wanted > 1)
            origin.times = wanted;
        let_faults_through(ucontext);
        void *interrupted = wd_interrupted(ucontext);
        long place = wd_restarts_place(interrupted);
        sample(signal, info, interrupted, &origin);
        if (!wd_sandbox_refuses(WD_REFUSED_RESTARTS))
            wd_restarts_put_back(interrupted, place, interrupted == ucontext);
    }
    if (!wd_sandbox_refuses(WD_REFUSED_RESTARTS))
        wd_restarts_settle(ucontext);
    errno = saved;
}

/* By its name such samples are known in a flame graph: what ran is not to be had any more. */
__attribute__((noinline)) static void cpu_between_ticks(int signal)
{
    ucontext_t here;
    siginfo_t info = { .si_signo = signal };
    if (getcontext(&here) == 0)
        sample(signal, &info, &here, &(struct wd_sample_origin){ 0 });
}

/* The sampler may write, where a cancelled thread would end with the sampler's lock held. */
void wd_handler_sample_here(void)
{
    int saved = errno, cancellation;
    sigset_t before, mask;
    if (!__atomic_load_n(&running, __ATOMIC_ACQUIRE) || forked)
        return;
    mask = wd_signals_to_hold();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    if (wd_real_sigmask(SIG_BLOCK, &mask, &before) == 0) {
        cpu_between_ticks(wd_own_signal());
        wd_own_signal_release(&before);
        wd_health_add(WD_HEALTH_SAMPLES_AT_END, 1);
    }
    pthread_setcancelstate(cancellation, NULL);
    errno = saved;
}

/* For the sampler: a signal may come as soon as its handler is installed. Outside of JVMs it needs no other signal
 * but for faults, and the host may. */
static int install(int signal, const struct sigaction *new, struct sigaction *old)
{
    if (signal == wd_own_signal() && new) {
        struct sigaction ours = *new;
        sampler = new->sa_sigaction;
        ours.sa_sigaction = on_sample;
        /* The host's often come at the same tick: a handler of the host would find ours where it looks for what it has
         * interrupted, and jump out of it. So would a thread that is cancelled. */
        ours.sa_mask = wd_signals_to_hold();
        __atomic_store_n(&resting, 0, __ATOMIC_SEQ_CST);
        installed = 1;
        return wd_own_signal_install(&ours, old);
    }
    if (in_jvm)
        return wd_real_sigaction(signal, new, old);
    if (signal == SIGSEGV)
        return wd_faults_sampler_action(new, old);
    if (old)
        *old = (struct sigaction){ .sa_handler = SIG_DFL };
    return 0;
}

int wd_handler_wrap(void *library, int its_in_jvm)
{
    in_jvm = its_in_jvm;
    return wd_got_patch(library, "sigaction", (void *)install) != NULL;
}

void wd_handler_expect(int wall)
{
    by_thread_signals = wall;
}

int wd_handler_begin(void)
{
    __atomic_store_n(&running, installed, __ATOMIC_RELEASE);
    return installed;
}

void wd_handler_end(void)
{
    installed = 0;
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
}

int wd_handler_at_work(void)
{
    return __atomic_load_n(&sampling, __ATOMIC_SEQ_CST);
}

void wd_handler_rest(void)
{
    __atomic_store_n(&resting, 1, __ATOMIC_SEQ_CST);
    for (int ms = 0; ms < REST_MS && wd_handler_at_work() > 0; ms++)
        wd_pause_us(1000);
}

#define COPY_MS 20 /* a thread may have been stopped within a sample, for longer than a fork should wait */

int wd_handler_fork_begins(void)
{
    __atomic_store_n(&copying, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 100 && wd_handler_at_work() > 0; i++)
        sched_yield();
    for (int ms = 0; ms < COPY_MS && wd_handler_at_work() > 0; ms++)
        wd_pause_us(1000);
    return wd_handler_at_work() == 0;
}

void wd_handler_fork_over(void)
{
    __atomic_store_n(&copying, 0, __ATOMIC_SEQ_CST);
}

void wd_handler_forked(void)
{
    copying = sampling = resting = running = 0;
    owed = 0;
    for (int i = 0; i < OWED; i++)
        waited[i].waited_ns = 0;
    forked = 1;
}

int wd_handler_child_signal(union sigval *mark)
{
    mark->sival_ptr = &begin_mark;
    return forked ? wd_own_signal() : 0;
}

void wd_handler_starts_in_child(void)
{
    wd_handler_end();
    forked = 0;
}
