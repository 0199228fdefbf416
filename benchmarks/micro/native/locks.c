/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What measuring waits costs: libc's lock functions against the wrappers of
 * the preloaded library, in the same process, in turn (A B A B ...), median and
 * quartiles. Threads have a transaction, so that nothing is left out.
 *
 *     locks uncontended | handoff | workload | hammer
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "whodunit.h"

struct functions {
    int (*lock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
    int (*rdlock)(pthread_rwlock_t *), (*wrlock)(pthread_rwlock_t *), (*rwunlock)(pthread_rwlock_t *);
    int (*spin_lock)(pthread_spinlock_t *), (*spin_unlock)(pthread_spinlock_t *);
    int (*sem_wait)(sem_t *), (*sem_post)(sem_t *);
    int (*cond_wait)(pthread_cond_t *, pthread_mutex_t *), (*cond_signal)(pthread_cond_t *);
};
static struct functions libc, wrapped;

static void find(struct functions *f, void *library)
{
    static const char *const names[] = { "pthread_mutex_lock",
                                         "pthread_mutex_unlock",
                                         "pthread_rwlock_rdlock",
                                         "pthread_rwlock_wrlock",
                                         "pthread_rwlock_unlock",
                                         "pthread_spin_lock",
                                         "pthread_spin_unlock",
                                         "sem_wait",
                                         "sem_post" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ((void **)f)[i] = dlsym(library, names[i]);
    *(void **)&f->cond_wait = library == RTLD_DEFAULT ? dlsym(library, "pthread_cond_wait")
                                                      : dlvsym(library, "pthread_cond_wait", "GLIBC_2.3.2");
    *(void **)&f->cond_signal = library == RTLD_DEFAULT ? dlsym(library, "pthread_cond_signal")
                                                        : dlvsym(library, "pthread_cond_signal", "GLIBC_2.3.2");
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void work_until(uint64_t end)
{
    while (now() < end)
        __builtin_ia32_pause();
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Prints and returns the median of n. */
static double report(const char *what, const char *who, double *value, int n, const char *unit)
{
    qsort(value, (size_t)n, sizeof *value, ascending);
    printf("%-34s %-8s %10.2f %s (%.2f to %.2f)\n", what, who, value[n / 2], unit, value[n / 4], value[3 * n / 4]);
    return value[n / 2];
}

/* --- a lock that is free --- */

enum { PAIRS = 41, CALLS = 400000 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;

#define TIMED(calls)                      \
    ({                                    \
        uint64_t begin = now();           \
        for (int i = 0; i < CALLS; i++) { \
            calls;                        \
        }                                 \
        (double)(now() - begin) / CALLS;  \
    })
static double of_mutex(const struct functions *f)
{
    return TIMED(f->lock(&mutex); f->unlock(&mutex));
}
static double of_read(const struct functions *f)
{
    return TIMED(f->rdlock(&rwlock); f->rwunlock(&rwlock));
}
static double of_write(const struct functions *f)
{
    return TIMED(f->wrlock(&rwlock); f->rwunlock(&rwlock));
}
static double of_spin(const struct functions *f)
{
    return TIMED(f->spin_lock(&spin); f->spin_unlock(&spin));
}
static double of_semaphore(const struct functions *f)
{
    return TIMED(f->sem_wait(&semaphore); f->sem_post(&semaphore));
}

static void compare(const char *what, double (*measure)(const struct functions *))
{
    double a[PAIRS], b[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        a[i] = measure(&libc);
        b[i] = measure(&wrapped);
    }
    double plain = report(what, "libc", a, PAIRS, "ns");
    printf("%-34s %-8s %+10.2f ns\n", what, "more", report(what, "wrapped", b, PAIRS, "ns") - plain);
}

static void uncontended(void)
{
    for (int transaction = 0; transaction < 2; transaction++) {
        printf("lock and unlock, free, %s a transaction\n", transaction ? "in" : "without");
        whodunit_context before = transaction ? whodunit_begin("benchmark") : whodunit_current();
        compare("mutex", of_mutex);
        compare("rwlock, read", of_read);
        compare("rwlock, write", of_write);
        compare("spin lock", of_spin);
        compare("semaphore", of_semaphore);
        whodunit_end(before);
    }
}

/* --- from one thread to another that sleeps --- */

enum { ROUNDS = 4000 };
static const struct functions *volatile use;
static volatile uint64_t released, acquired;
static volatile int round_no, arrived, done;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int what, granted;

static void hold(void)
{
    switch (what) {
    case 0: use->lock(&mutex); break;
    case 1: use->wrlock(&rwlock); break;
    case 2: use->sem_wait(&semaphore); break;
    default: break;
    }
}

static void let_go(void)
{
    released = now();
    switch (what) {
    case 0: use->unlock(&mutex); break;
    case 1: use->rwunlock(&rwlock); break;
    case 2: use->sem_post(&semaphore); break;
    default:
        use->lock(&mutex);
        granted = 1;
        use->cond_signal(&condition);
        use->unlock(&mutex);
    }
}

static void *waiter(void *unused)
{
    (void)unused;
    whodunit_begin("waits");
    for (int seen = 0;;) {
        while (round_no == seen)
            __builtin_ia32_pause();
        seen = round_no;
        if (seen < 0)
            return NULL;
        arrived = 1;
        switch (what) {
        case 0:
            use->lock(&mutex);
            acquired = now();
            use->unlock(&mutex);
            break;
        case 1:
            use->wrlock(&rwlock);
            acquired = now();
            use->rwunlock(&rwlock);
            break;
        case 2:
            use->sem_wait(&semaphore);
            acquired = now();
            use->sem_post(&semaphore);
            break;
        default:
            use->lock(&mutex);
            while (!granted)
                use->cond_wait(&condition, &mutex);
            granted = 0;
            acquired = now();
            use->unlock(&mutex);
        }
        done = 1;
    }
}

static double one_handoff(void)
{
    hold();
    arrived = done = 0;
    round_no = round_no % 1000000 + 1;
    while (!arrived)
        __builtin_ia32_pause();
    work_until(now() + 30000); /* it sleeps by now */
    let_go();
    while (!done)
        __builtin_ia32_pause();
    return (double)(acquired - released);
}

static void handoff(void)
{
    static const char *const names[] = { "mutex", "rwlock, write", "semaphore", "condition" };
    static double value[2][ROUNDS];
    pthread_t thread;
    whodunit_begin("holds");
    pthread_create(&thread, NULL, waiter, NULL);
    for (what = 0; what < 4; what++) {
        for (int i = 0; i < ROUNDS; i++)
            for (int side = 0; side < 2; side++) {
                use = side ? &wrapped : &libc;
                value[side][i] = one_handoff();
            }
        double plain = report(names[what], "libc", value[0], ROUNDS, "ns");
        printf("%-34s %-8s %10.4f\n", names[what], "ratio",
               report(names[what], "wrapped", value[1], ROUNDS, "ns") / plain);
    }
    round_no = -1;
    pthread_join(thread, NULL);
}

/* --- a fixed workload, its waiting measured by itself --- */

enum { WORKERS = 4, PHASES = 150, STEPS = 250 };
static pthread_barrier_t barrier;
static uint64_t waited;
static unsigned scale; /* of what is done with the lock: 1 to 5 units of this many ns */

static void *worker(void *argument)
{
    for (int phase = 0; phase < 2 * PHASES; phase++) {
        pthread_barrier_wait(&barrier);
        uint64_t sum = 0;
        unsigned seed = (unsigned)(uintptr_t)argument + (unsigned)phase / 2; /* both sides do the same */
        for (int i = 0; i < STEPS; i++) {
            unsigned r = (unsigned)rand_r(&seed);
            char name[16];
            snprintf(name, sizeof name, "type-%u", r % 5);
            whodunit_context before = whodunit_begin(name);
            uint64_t begin = now();
            use->lock(&mutex);
            sum += now() - begin;
            work_until(now() + scale + r % (4 * scale));
            use->unlock(&mutex);
            whodunit_end(before);
            work_until(now() + r % (2 * scale));
        }
        __atomic_fetch_add(&waited, sum, __ATOMIC_RELAXED);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

/* The mean of the pairs' ratios, and its standard error. */
static void report_ratios(const char *what, const double *a, const double *b, int n)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        double l = log(b[i] / a[i]);
        sum += l;
        squares += l * l;
    }
    double mean = sum / n, error = sqrt((squares / n - mean * mean) / n);
    printf("%-34s %-8s %10.4f (standard error %.4f)\n", what, "ratio", exp(mean), error);
}

static void workload(int workers, unsigned ns)
{
    static double value[2][PHASES];
    pthread_t thread[WORKERS];
    scale = ns;
    pthread_barrier_init(&barrier, NULL, (unsigned)workers + 1);
    for (int i = 0; i < workers; i++)
        pthread_create(&thread[i], NULL, worker, (void *)(uintptr_t)(i + 1));
    for (int phase = 0; phase < 2 * PHASES; phase++) {
        use = phase % 2 ? &wrapped : &libc;
        waited = 0;
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
        value[phase % 2][phase / 2] = (double)waited / 1e3 / workers / STEPS;
    }
    for (int i = 0; i < workers; i++)
        pthread_join(thread[i], NULL);
    char name[64];
    snprintf(name, sizeof name, "%d threads hold it for %u-%u us", workers, ns / 1000, ns / 200);
    report_ratios(name, value[0], value[1], PHASES);
    report(name, "libc", value[0], PHASES, "us of waiting per lock");
    report(name, "wrapped", value[1], PHASES, "us of waiting per lock");
}

/* --- nothing but contention: what can be had in the worst case --- */

enum { BLOWS = 200000, HAMMER_PHASES = 31 };

static void *hammer_one(void *unused)
{
    (void)unused;
    whodunit_begin("hammers");
    for (int phase = 0; phase < 2 * HAMMER_PHASES; phase++) {
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < BLOWS; i++) {
            use->lock(&mutex);
            waited++;
            use->unlock(&mutex);
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void hammer(void)
{
    static double value[2][HAMMER_PHASES];
    pthread_t thread[2];
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, hammer_one, NULL);
    for (int phase = 0; phase < 2 * HAMMER_PHASES; phase++) {
        use = phase % 2 ? &wrapped : &libc;
        pthread_barrier_wait(&barrier);
        uint64_t begin = now();
        pthread_barrier_wait(&barrier);
        value[phase % 2][phase / 2] = (double)(now() - begin) / BLOWS;
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    report_ratios("2 threads do nothing else", value[0], value[1], HAMMER_PHASES);
    report("2 threads do nothing else", "libc", value[0], HAMMER_PHASES, "ns per lock");
    report("2 threads do nothing else", "wrapped", value[1], HAMMER_PHASES, "ns per lock");
}

int main(int argc, char **argv)
{
    find(&libc, dlopen("libc.so.6", RTLD_NOW));
    find(&wrapped, RTLD_DEFAULT);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&semaphore, 0, 1);
    const char *mode = argc > 1 ? argv[1] : "";
    if (libc.lock == wrapped.lock)
        return fputs("locks: the library is not preloaded\n", stderr), 1;
    if (!strcmp(mode, "uncontended"))
        uncontended();
    else if (!strcmp(mode, "handoff"))
        handoff();
    else if (!strcmp(mode, "workload"))
        workload(2, 2000), workload(2, 20000), workload(WORKERS, 20000);
    else if (!strcmp(mode, "hammer"))
        hammer();
    else
        return fputs("usage: locks uncontended|handoff|workload|hammer\n", stderr), 2;
    return 0;
}
