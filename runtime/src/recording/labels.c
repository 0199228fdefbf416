#include "recording/labels.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "health.h"
#include "recording/asprof.h"
#include "recording/charge.h"
#include "region.h"
#include "thread.h"

#define REST_MS 200     /* a thread may have been stopped within a sample */
#define RING (1u << 16) /* drained ten times a second: room for 650,000 samples/s */

struct slot {
    struct wd_label label;
    uint64_t sequence; /* position + 1 once the label is there */
};

static struct slot *ring;
static uint64_t head, tail;
static void (*sampler)(int signal, siginfo_t *info, void *ucontext);
static int installed; /* the signal, or 0 */
static int wrapped;   /* likewise, while the sampler runs; atomic */
static int stays;     /* a sample's label is never moved */
static int resting;   /* atomic */
static int sampling;  /* threads that are taking a sample; atomic */
static volatile sig_atomic_t forked;

int wd_labels_reserve(void)
{
    if (!ring)
        ring = wd_region_reserve(RING * sizeof *ring);
    return ring != NULL;
}

/* Runs inside a signal handler: no locks, no allocation. */
static void append(const struct wd_label *label)
{
    uint64_t position = __atomic_load_n(&head, __ATOMIC_RELAXED);
    do {
        if (position - __atomic_load_n(&tail, __ATOMIC_ACQUIRE) >= RING) {
            wd_health_add(WD_HEALTH_LABELS_LOST, 1);
            return;
        }
    } while (!__atomic_compare_exchange_n(&head, &position, position + 1, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    struct slot *slot = &ring[position % RING];
    slot->label = *label;
    __atomic_store_n(&slot->sequence, position + 1, __ATOMIC_RELEASE);
}

static void take_sample(int signal, siginfo_t *info, void *ucontext)
{
    sampler(signal, info, ucontext);
    struct wd_thread *thread = &wd_thread;
    if (!thread->sample)
        return;
    uint64_t time = *thread->sample;
    if (time != thread->labelled) {
        thread->labelled = time;
        thread->label = thread->context;
        append(&(struct wd_label){ time, thread->tid, thread->context });
    }
}

static void sample_and_label(int signal, siginfo_t *info, void *ucontext)
{
    __atomic_add_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&resting, __ATOMIC_SEQ_CST))
        take_sample(signal, info, ucontext);
    __atomic_sub_fetch(&sampling, 1, __ATOMIC_SEQ_CST);
}

/* The sampler arms the threads of a forked child too, but there its file is the parent's. */
static void on_sample(int signal, siginfo_t *info, void *ucontext)
{
    int saved = errno;
    if (!forked && wd_charge_sample(wd_thread.context))
        sample_and_label(signal, info, ucontext);
    errno = saved;
}

/* A sample between the two reads carries the thread's new context, so that it is not taken for `from`. */
void wd_labels_move(uint32_t from, uint32_t to)
{
    struct wd_thread *thread = &wd_thread;
    uint64_t time = *(volatile uint64_t *)&thread->labelled;
    if (from == 0 || from == to || stays || *(volatile uint32_t *)&thread->label != from)
        return;
    thread->label = to;
    append(&(struct wd_label){ time, thread->tid, to });
    wd_charge_moved(to);
}

/* By its name such samples are known in a flame graph: what ran is not to be had any more. */
__attribute__((noinline)) static void cpu_between_ticks(int signal)
{
    ucontext_t here;
    siginfo_t info = { .si_signo = signal };
    if (getcontext(&here) == 0)
        sample_and_label(signal, &info, &here);
}

/* The sampler may write, where a cancelled thread would end with the sampler's lock held. */
void wd_labels_sample_here(void)
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

int wd_labels_wrap(void)
{
    return wd_asprof_import("sigaction", (void *)install);
}

int wd_labels_begin(int wall)
{
    stays = wall;
    __atomic_store_n(&wrapped, installed, __ATOMIC_RELEASE);
    return installed != 0;
}

void wd_labels_end(void)
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

void wd_labels_rest(void)
{
    __atomic_store_n(&resting, 1, __ATOMIC_SEQ_CST);
    for (int ms = 0; ms < REST_MS && __atomic_load_n(&sampling, __ATOMIC_SEQ_CST) > 0; ms++)
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

int wd_labels_take(struct wd_label *label)
{
    struct slot *slot = &ring[tail % RING];
    if (__atomic_load_n(&slot->sequence, __ATOMIC_ACQUIRE) != tail + 1)
        return 0;
    *label = slot->label;
    __atomic_store_n(&tail, tail + 1, __ATOMIC_RELEASE);
    return 1;
}

static void after_fork(void)
{
    forked = 1;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}
