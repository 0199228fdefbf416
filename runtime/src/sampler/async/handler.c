#include "sampler/async/handler.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "fork_state.h"
#include "got_patch.h"
#include "health.h"
#include "sampler/hooks.h"

#define REST_MS 200 /* a thread may have been stopped within a sample */

static void (*sampler)(int signal, siginfo_t *info, void *ucontext);
static int installed;              /* the signal, or 0 */
static int wrapped WD_FORK_STATE;  /* likewise, while the sampler runs; atomic */
static int resting WD_FORK_STATE;  /* atomic */
static int sampling WD_FORK_STATE; /* threads that are taking a sample; atomic */
static int copying WD_FORK_STATE;  /* a fork copies the process; atomic */
static volatile sig_atomic_t forked WD_FORK_STATE;
static __thread volatile int owed __attribute__((tls_model("initial-exec"))); /* samples that came meanwhile */
static char begin_mark;

static void sample(int signal, siginfo_t *info, void *ucontext)
{
    __atomic_add_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&copying, __ATOMIC_SEQ_CST)) {
        owed++;
    } else if (!__atomic_load_n(&resting, __ATOMIC_SEQ_CST)) {
        for (int due = owed + 1; due > 0; due--) {
            sampler(signal, info, ucontext);
            wd_sample_hooks.taken();
        }
        owed = 0;
    }
    __atomic_sub_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
}

/* In a forked child the sampler's file is the parent's, until it is started there. */
static void on_sample(int signal, siginfo_t *info, void *ucontext)
{
    int saved = errno;
    if (!forked) {
        if (wd_sample_hooks.is_wanted())
            sample(signal, info, ucontext);
    } else if (info->si_code == SI_TIMER && info->si_value.sival_ptr == &begin_mark) {
        wd_sample_hooks.child_has_run();
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
    int signal = __atomic_load_n(&wrapped, __ATOMIC_ACQUIRE), saved = errno, cancellation;
    sigset_t its, before;
    if (!signal || forked)
        return;
    sigemptyset(&its);
    sigaddset(&its, signal);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    if (pthread_sigmask(SIG_BLOCK, &its, &before) == 0) {
        cpu_between_ticks(signal);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        wd_health_add(WD_HEALTH_SAMPLES_AT_END, 1);
    }
    pthread_setcancelstate(cancellation, NULL);
    errno = saved;
}

/* Only the signals that the sampler falls back to one after the other when the
 * host uses them: it handles crashes and traps as well. */
static int may_sample(int signal)
{
    return signal == SIGPROF || signal == SIGVTALRM || signal == SIGSTKFLT || signal == SIGPWR || signal >= SIGRTMIN;
}

/* For the sampler: a signal may come as soon as its handler is installed. */
static int install(int signal, const struct sigaction *new, struct sigaction *old)
{
    struct sigaction ours;
    if (new && (new->sa_flags &SA_SIGINFO) && may_sample(signal)) {
        ours = *new;
        sampler = new->sa_sigaction;
        ours.sa_sigaction = on_sample;
        new = &ours;
        __atomic_store_n(&resting, 0, __ATOMIC_SEQ_CST);
        installed = signal;
    }
    return sigaction(signal, new, old);
}

int wd_handler_wrap(void *library)
{
    return wd_got_patch(library, "sigaction", (void *)install) != NULL;
}

int wd_handler_begin(void)
{
    __atomic_store_n(&wrapped, installed, __ATOMIC_RELEASE);
    return installed != 0;
}

void wd_handler_end(void)
{
    struct sigaction current;
    /* the host may have taken the signal for itself since */
    if (installed && sigaction(installed, NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO) &&
        current.sa_sigaction == on_sample) {
        current.sa_sigaction = sampler;
        sigaction(installed, &current, NULL);
    }
    installed = 0;
    __atomic_store_n(&wrapped, 0, __ATOMIC_RELEASE);
}

void wd_handler_rest(void)
{
    __atomic_store_n(&resting, 1, __ATOMIC_SEQ_CST);
    for (int ms = 0; ms < REST_MS && __atomic_load_n(&sampling, __ATOMIC_SEQ_CST) > 0; ms++)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

#define COPY_MS 20 /* a thread may have been stopped within a sample, for longer than a fork should wait */

static int nobody_samples(void)
{
    return __atomic_load_n(&sampling, __ATOMIC_SEQ_CST) == 0;
}

int wd_handler_fork_begins(void)
{
    __atomic_store_n(&copying, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 100 && !nobody_samples(); i++)
        sched_yield();
    for (int ms = 0; ms < COPY_MS && !nobody_samples(); ms++)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    return nobody_samples();
}

void wd_handler_fork_over(void)
{
    __atomic_store_n(&copying, 0, __ATOMIC_SEQ_CST);
}

void wd_handler_forked(void)
{
    copying = sampling = resting = wrapped = 0;
    owed = 0;
    forked = 1;
}

int wd_handler_child_signal(union sigval *mark)
{
    mark->sival_ptr = &begin_mark;
    return forked ? installed : 0;
}

void wd_handler_starts_in_child(void)
{
    wd_handler_end();
    forked = 0;
}
