/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that knows who made whom wait, and for how long: transactions of
 * three types per kind of lock hold and take it, and each wait is noted with
 * the type that let go. Prints one line per pair:
 *
 *     kind waiter holder waits ns
 *
 * where waits shorter than LONG (a bucket of the recorded histogram begins
 * there) are left out of both, because a clock around a call cannot tell a very
 * short wait from none; and how often, for how long a lock was waited for in
 * vain, by kind, and how many trylocks were refused. What must not be recorded happens at the same time:
 * idle workers that wait for the same things without a transaction, timeouts,
 * and wake-ups that come from nobody.
 */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "whodunit.h"

enum { TYPES = 3, THREADS = 4, LONG = 1 << 14, NOBODY = -1 };
enum kind { MUTEX, RWLOCK, QUEUE, BROADCAST, SPIN, SEMAPHORE, TIMEDLOCK, PARTED, FUTEX, KINDS };
static const char *const kind_names[KINDS] = { "mutex",     "rwlock",    "queue",  "broadcast", "spin",
                                               "semaphore", "timedlock", "parted", "futex" };

static uint64_t waits[KINDS][TYPES][TYPES], wait_ns[KINDS][TYPES][TYPES];
static int seconds_tenth = 15;
static volatile int stop;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void pause_us(unsigned us)
{
    nanosleep(&(struct timespec){ 0, (long)us * 1000 }, NULL);
}

static void note(enum kind kind, int waiter, int holder, uint64_t ns)
{
    if (holder == NOBODY || ns < LONG)
        return;
    __atomic_fetch_add(&waits[kind][waiter][holder], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&wait_ns[kind][waiter][holder], ns, __ATOMIC_RELAXED);
}

/* Locks that are nothing but the libc function. Their last holder is written
 * while they are held, so that the next one reads who let go. */
pthread_mutex_t oracle_mutex = PTHREAD_MUTEX_INITIALIZER, oracle_timed = PTHREAD_MUTEX_INITIALIZER,
                oracle_parted = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t oracle_rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t oracle_spin;
sem_t oracle_semaphore;
static volatile int last[KINDS] = { NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY };

__attribute__((noinline)) static void take_plain(enum kind kind, int type)
{
    struct timespec far;
    uint64_t begin = now();
    switch (kind) {
    case MUTEX: pthread_mutex_lock(&oracle_mutex); break;
    case SPIN: pthread_spin_lock(&oracle_spin); break;
    case SEMAPHORE: sem_wait(&oracle_semaphore); break;
    default:
        clock_gettime(CLOCK_REALTIME, &far);
        far.tv_sec += 10;
        pthread_mutex_timedlock(&oracle_timed, &far);
    }
    uint64_t end = now();
    note(kind, type, last[kind], end - begin);
}

__attribute__((noinline)) static void leave_plain(enum kind kind, int type)
{
    last[kind] = type;
    switch (kind) {
    case MUTEX: pthread_mutex_unlock(&oracle_mutex); break;
    case SPIN: pthread_spin_unlock(&oracle_spin); break;
    case SEMAPHORE: sem_post(&oracle_semaphore); break;
    default: pthread_mutex_unlock(&oracle_timed);
    }
}

/* Type 0 writes, the others read: a reader waits for the last writer, a writer
 * for whoever was the last to leave. */
static volatile int last_writer = NOBODY, last_any = NOBODY;

__attribute__((noinline)) static void take_rwlock(int type)
{
    uint64_t begin = now();
    if (type == 0)
        pthread_rwlock_wrlock(&oracle_rwlock);
    else
        pthread_rwlock_rdlock(&oracle_rwlock);
    uint64_t end = now();
    note(RWLOCK, type, type == 0 ? last_any : last_writer, end - begin);
}

__attribute__((noinline)) static void leave_rwlock(int type)
{
    last_any = type;
    if (type == 0)
        last_writer = type;
    pthread_rwlock_unlock(&oracle_rwlock);
}

/* A first-come lock: each waiter has a condition of its own, on which the one
 * before hands the lock over. */
static struct queued {
    pthread_cond_t granted;
    int by;
    struct queued *next;
} * queue_head, **queue_tail = &queue_head;
static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static int queue_taken;

__attribute__((noinline)) static void take_queue(int type)
{
    struct queued self = { .by = NOBODY };
    pthread_cond_init(&self.granted, NULL);
    pthread_mutex_lock(&queue_mutex);
    if (queue_taken) {
        *queue_tail = &self;
        queue_tail = &self.next;
        uint64_t begin = now();
        while (self.by == NOBODY)
            pthread_cond_wait(&self.granted, &queue_mutex);
        note(QUEUE, type, self.by, now() - begin);
    }
    queue_taken = 1;
    pthread_mutex_unlock(&queue_mutex);
    pthread_cond_destroy(&self.granted);
}

__attribute__((noinline)) static void leave_queue(int type)
{
    pthread_mutex_lock(&queue_mutex);
    struct queued *next = queue_head;
    if (next) {
        queue_head = next->next;
        if (!queue_head)
            queue_tail = &queue_head;
        next->by = type;
        pthread_cond_signal(&next->granted);
    } else {
        queue_taken = 0;
    }
    pthread_mutex_unlock(&queue_mutex);
}

/* A lock with one condition for all: everybody is woken by whoever leaves. */
static pthread_mutex_t all_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_woken = PTHREAD_COND_INITIALIZER;
static int all_taken, all_last = NOBODY;

__attribute__((noinline)) static void take_broadcast(int type)
{
    pthread_mutex_lock(&all_mutex);
    while (all_taken) {
        uint64_t begin = now();
        pthread_cond_wait(&all_woken, &all_mutex);
        note(BROADCAST, type, all_last, now() - begin);
    }
    all_taken = 1;
    pthread_mutex_unlock(&all_mutex);
}

__attribute__((noinline)) static void leave_broadcast(int type)
{
    pthread_mutex_lock(&all_mutex);
    all_taken = 0;
    all_last = type;
    pthread_cond_broadcast(&all_woken);
    pthread_mutex_unlock(&all_mutex);
}

/* A mutex that is let go by waiting for something that never comes. */
__attribute__((noinline)) static void take_parted(int type)
{
    uint64_t begin = now();
    pthread_mutex_lock(&oracle_parted);
    uint64_t end = now();
    note(PARTED, type, last[PARTED], end - begin);
}

__attribute__((noinline)) static void leave_parted(int type)
{
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct timespec soon;
    last[PARTED] = type;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 500000;
    soon.tv_sec += soon.tv_nsec / 1000000000;
    soon.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&never, &oracle_parted, &soon);
    last[PARTED] = type;
    pthread_mutex_unlock(&oracle_parted);
}

/* A lock of the program's own: 0 free, 1 taken, 2 waited for. */
static int oracle_futex;

__attribute__((noinline)) static void wait_futex(int type)
{
    uint64_t begin = now();
    if (syscall(SYS_futex, &oracle_futex, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0) == 0)
        note(FUTEX, type, last[FUTEX], now() - begin);
}

__attribute__((noinline)) static void take_futex(int type)
{
    int free = 0;
    if (__atomic_compare_exchange_n(&oracle_futex, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return;
    while (__atomic_exchange_n(&oracle_futex, 2, __ATOMIC_ACQUIRE) != 0)
        wait_futex(type);
}

__attribute__((noinline)) static void leave_futex(int type)
{
    last[FUTEX] = type;
    if (__atomic_exchange_n(&oracle_futex, 0, __ATOMIC_RELEASE) == 2)
        syscall(SYS_futex, &oracle_futex, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

__attribute__((noinline)) static void take(enum kind kind, int type)
{
    switch (kind) {
    case FUTEX: take_futex(type); break;
    case RWLOCK: take_rwlock(type); break;
    case QUEUE: take_queue(type); break;
    case BROADCAST: take_broadcast(type); break;
    case PARTED: take_parted(type); break;
    default: take_plain(kind, type);
    }
}

__attribute__((noinline)) static void leave(enum kind kind, int type)
{
    switch (kind) {
    case FUTEX: leave_futex(type); break;
    case RWLOCK: leave_rwlock(type); break;
    case QUEUE: leave_queue(type); break;
    case BROADCAST: leave_broadcast(type); break;
    case PARTED: leave_parted(type); break;
    default: leave_plain(kind, type);
    }
}

static void *work(void *argument)
{
    enum kind kind = (enum kind)((long)argument % KINDS);
    unsigned seed = (unsigned)(long)argument;
    while (!stop) {
        char name[32];
        int type = rand_r(&seed) % TYPES;
        snprintf(name, sizeof name, "%s-%d", kind_names[kind], type);
        whodunit_context outside = whodunit_begin(name);
        take(kind, type);
        pause_us(200 + (unsigned)rand_r(&seed) % 1500);
        leave(kind, type);
        whodunit_end(outside);
        pause_us((unsigned)rand_r(&seed) % 3000);
    }
    return NULL;
}

/* A worker without a transaction waits for everything, too, and holds the mutex. */
static void *idle(void *unused)
{
    (void)unused;
    while (!stop) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_sec += 1;
        pthread_mutex_lock(&all_mutex);
        pthread_cond_timedwait(&all_woken, &all_mutex, &soon);
        pthread_mutex_unlock(&all_mutex);
        pthread_rwlock_rdlock(&oracle_rwlock);
        last_any = NOBODY;
        pthread_rwlock_unlock(&oracle_rwlock);
    }
    return NULL;
}

/* What nobody ever gives: a condition, and locks that are taken for good. */
static pthread_mutex_t taken_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t taken_rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t taken_spin;
static sem_t taken_semaphore;
enum { CONDITION_OUT, MUTEX_OUT, RWLOCK_OUT, SEMAPHORE_OUT, OUTS };
static const char *const out_names[OUTS] = { "CONDITION", "MUTEX", "RWLOCK", "SEMAPHORE" };
static uint64_t timeouts[OUTS], timeouts_ns[OUTS], refusals;

static int give_up(int way, pthread_mutex_t *own)
{
    static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct timespec soon;
    clockid_t clock = way % 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    clock_gettime(clock, &soon);
    soon.tv_nsec += 10000000;
    soon.tv_sec += soon.tv_nsec / 1000000000;
    soon.tv_nsec %= 1000000000;
    switch (way) {
    case 0: return pthread_cond_timedwait(&never, own, &soon);
    case 1: return pthread_cond_clockwait(&never, own, clock, &soon);
    case 2: return pthread_mutex_timedlock(&taken_mutex, &soon);
    case 3: return pthread_mutex_clocklock(&taken_mutex, clock, &soon);
    case 4: return pthread_rwlock_timedrdlock(&taken_rwlock, &soon);
    case 5: return pthread_rwlock_clockrdlock(&taken_rwlock, clock, &soon);
    case 6: return pthread_rwlock_timedwrlock(&taken_rwlock, &soon);
    case 7: return pthread_rwlock_clockwrlock(&taken_rwlock, clock, &soon);
    case 8: return sem_timedwait(&taken_semaphore, &soon) ? errno : 0;
    default: return sem_clockwait(&taken_semaphore, clock, &soon) ? errno : 0;
    }
}

static void *time_out(void *unused)
{
    static const int out_of[10] = { CONDITION_OUT, CONDITION_OUT, MUTEX_OUT,  MUTEX_OUT,     RWLOCK_OUT,
                                    RWLOCK_OUT,    RWLOCK_OUT,    RWLOCK_OUT, SEMAPHORE_OUT, SEMAPHORE_OUT };
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    whodunit_context outside = whodunit_begin("times-out");
    (void)unused;
    pthread_mutex_lock(&own);
    for (int i = 0; i < 50; i++) {
        uint64_t begin = now();
        if (give_up(i % 10, &own) == ETIMEDOUT) {
            timeouts[out_of[i % 10]]++;
            timeouts_ns[out_of[i % 10]] += now() - begin;
        }
        refusals += (pthread_mutex_trylock(&taken_mutex) == EBUSY) +
                    (pthread_rwlock_tryrdlock(&taken_rwlock) == EBUSY) +
                    (pthread_rwlock_trywrlock(&taken_rwlock) == EBUSY) + (pthread_spin_trylock(&taken_spin) == EBUSY) +
                    (sem_trywait(&taken_semaphore) != 0);
    }
    pthread_mutex_unlock(&own);
    whodunit_end(outside);
    return NULL;
}

/* Woken from outside of what the library can see: as good as by nobody. */
static void *wake_from_nowhere(void *unused)
{
    (void)unused;
    sem_t *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(shared, 1, 0);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 20; i++) {
            pause_us(5000);
            sem_post(shared);
        }
        _exit(0);
    }
    whodunit_context outside = whodunit_begin("woken-by-nobody");
    for (int i = 0; i < 20; i++)
        sem_wait(shared);
    whodunit_end(outside);
    waitpid(child, NULL, 0);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        seconds_tenth = atoi(argv[1]);
    pthread_t threads[KINDS * THREADS + 8];
    int n = 0;
    pthread_spin_init(&oracle_spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&taken_spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&oracle_semaphore, 0, 1);
    sem_init(&taken_semaphore, 0, 0);
    pthread_mutex_lock(&taken_mutex);
    pthread_rwlock_wrlock(&taken_rwlock);
    pthread_spin_lock(&taken_spin);
    for (long i = 0; i < KINDS * THREADS; i++)
        if (i % KINDS != SPIN || i < 2 * KINDS) /* more would only spin against each other */
            pthread_create(&threads[n++], NULL, work, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[n++], NULL, idle, NULL);
    pthread_create(&threads[n++], NULL, time_out, NULL);
    pthread_create(&threads[n++], NULL, wake_from_nowhere, NULL);
    for (int i = 0; i < seconds_tenth; i++)
        pause_us(100000);
    stop = 1;
    while (n > 0)
        pthread_join(threads[--n], NULL);
    for (int k = 0; k < KINDS; k++)
        for (int w = 0; w < TYPES; w++)
            for (int h = 0; h < TYPES; h++)
                printf("%s %s-%d %s-%d %llu %llu\n", kind_names[k], kind_names[k], w, kind_names[k], h,
                       (unsigned long long)waits[k][w][h], (unsigned long long)wait_ns[k][w][h]);
    for (int i = 0; i < OUTS; i++)
        printf("timeout times-out %s %llu %llu\n", out_names[i], (unsigned long long)timeouts[i],
               (unsigned long long)timeouts_ns[i]);
    printf("trylock times-out - %llu 0\n", (unsigned long long)refusals);
    return 0;
}
