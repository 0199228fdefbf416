#include "sampler/async/handler.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "got_patch.h"
#include "health.h"
#include "sampler/async/kernel_calls.h"
#include "sampler/hooks.h"
#include "signals/faults.h"
#include "signals/host_signal.h"
#include "signals/own_signal.h"

#define REST_MS 200 /* a thread may have been stopped within a sample */

static void (*sampler)(int signal, siginfo_t *info, void *ucontext);
static int installed; /* the sampler's handler */
static int running;   /* atomic */
static int in_jvm, by_thread_signals;
static int resting;  /* atomic */
static int sampling; /* threads that are taking a sample; atomic */
static volatile sig_atomic_t forked;

static void sample(int signal, siginfo_t *info, void *ucontext)
{
    __atomic_add_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&resting, __ATOMIC_SEQ_CST)) {
        sampler(signal, info, ucontext);
        wd_sample_hooks.taken();
    }
    __atomic_sub_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
}

/* Of a timer, of perf events (the kernel's own), or of the thread that samples wall time. */
static int is_sample(const siginfo_t *info)
{
    return wd_kernel_calls_is_timer(info) || info->si_code > 0 ||
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

/* The sampler arms the threads of a forked child too, but there its file is the parent's. */
static void on_sample(int signal, siginfo_t *info, void *ucontext)
{
    int saved = errno;
    if (!is_sample(info))
        wd_host_signal_deliver(info, ucontext);
    else if (!forked && wd_sample_hooks.is_wanted()) {
        let_faults_through(ucontext);
        sample(signal, info, ucontext);
    }
    errno = saved;
}

/* By its name such samples are known in a flame graph: what ran is not to be had any more. */
__attribute__((noinline)) static void cpu_between_ticks(int signal)
{
    ucontext_t here;
    siginfo_t info = { .si_signo = signal };
    if (getcontext(&here) == 0)
        sample(signal, &info, &here);
}

/* The sampler may write, where a cancelled thread would end with the sampler's lock held. */
void wd_handler_sample_here(void)
{
    int saved = errno, cancellation;
    sigset_t before;
    if (!__atomic_load_n(&running, __ATOMIC_ACQUIRE) || forked)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    if (wd_own_signal_hold(&before) == 0) {
        cpu_between_ticks(wd_own_signal());
        wd_own_signal_release(&before);
        wd_health_add(WD_HEALTH_SAMPLES_AT_END, 1);
    }
    pthread_setcancelstate(cancellation, NULL);
    errno = saved;
}

/* Not of the host's signals, which often come at the same tick: a handler of its own would find ours where it looks
 * for what it has interrupted, and jump out of it. */
static sigset_t all_but_faults(void)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS };
    sigset_t set;
    sigfillset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&set, faults[i]);
    return set;
}

/* For the sampler: a signal may come as soon as its handler is installed. Outside of JVMs it needs no other signal
 * but for faults, and the host may. */
static int install(int signal, const struct sigaction *new, struct sigaction *old)
{
    if (new &&signal == wd_own_signal()) {
        struct sigaction ours = *new;
        sampler = new->sa_sigaction;
        ours.sa_sigaction = on_sample;
        ours.sa_mask = all_but_faults();
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

int wd_handler_begin(int wall)
{
    by_thread_signals = wall;
    __atomic_store_n(&running, installed, __ATOMIC_RELEASE);
    return installed;
}

void wd_handler_end(void)
{
    installed = 0;
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
}

void wd_handler_rest(void)
{
    __atomic_store_n(&resting, 1, __ATOMIC_SEQ_CST);
    for (int ms = 0; ms < REST_MS && __atomic_load_n(&sampling, __ATOMIC_SEQ_CST) > 0; ms++)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

void wd_handler_forked(void)
{
    forked = 1;
}
