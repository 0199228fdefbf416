/* SPDX-License-Identifier: Apache-2.0 */
/* Forks in a locked state, shared locks, locks in signal handlers, memory that ends with its lock. */
#include "behaviour.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, waited = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *wait_for_held(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&held);
    pthread_mutex_unlock(&held);
    return NULL;
}

static void *wait_for_condition(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&waited);
    pthread_cond_wait(&never, &waited);
    pthread_mutex_unlock(&waited);
    return NULL;
}

static void *lock_and_leave(void *mutex)
{
    show("  a thread of the child locks", pthread_mutex_lock(mutex));
    show("  and unlocks", pthread_mutex_unlock(mutex));
    return NULL;
}

static void in_child(void)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    show("  child: trylock of what the parent held", pthread_mutex_trylock(&held));
    show("  child: unlock", pthread_mutex_unlock(&held));
    show("  child: lock", pthread_mutex_lock(&held));
    pthread_t thread = start_thread(lock_and_leave, &held);
    pause_ms(10);
    int unlocked = pthread_mutex_unlock(&held);
    pthread_join(thread, NULL);
    show("  child: unlock with a waiter", unlocked);
    on_thread(lock_and_leave, &own);
    fflush(stdout);
    _exit(3);
}

struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;
    int turn;
};

/* Two processes take turns. */
static void take_turns(struct shared *s, int mine, const char *who)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&s->mutex);
        while (s->turn != mine)
            pthread_cond_wait(&s->condition, &s->mutex);
        printf("  %s's turn\n", who);
        fflush(stdout);
        s->turn = !mine;
        pthread_cond_broadcast(&s->condition);
        pthread_mutex_unlock(&s->mutex);
    }
}

static void shared_locks(void)
{
    struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t mutex;
    pthread_condattr_t condition;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&s->mutex, &mutex);
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&s->condition, &condition);
    sem_init(&s->semaphore, 1, 0);
    fflush(stdout);
    if (fork() == 0) {
        take_turns(s, 1, "child");
        pthread_mutex_lock(&s->mutex);
        sem_post(&s->semaphore);
        pause_ms(20);
        _exit(0); /* holding it */
    }
    take_turns(s, 0, "parent");
    show_errno("  the child's post", sem_wait(&s->semaphore));
    show("  lock of a dead process", pthread_mutex_lock(&s->mutex));
    wait(NULL);
    pthread_mutex_consistent(&s->mutex);
    show("  unlock", pthread_mutex_unlock(&s->mutex));
    munmap(s, sizeof *s);
}

void forks(void)
{
    int status;
    puts("fork");
    pthread_mutex_lock(&held);
    pthread_t first = start_thread(wait_for_held, NULL), second = start_thread(wait_for_condition, NULL);
    pause_ms(10);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        in_child();
    waitpid(child, &status, 0);
    printf("  the child ended with %d\n", WEXITSTATUS(status));
    pthread_mutex_unlock(&held);
    pthread_mutex_lock(&waited);
    pthread_cond_signal(&never);
    pthread_mutex_unlock(&waited);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    shared_locks();
}

/* A handler that uses locks of its own interrupts threads that are anywhere in theirs. */
static sem_t ticks;
static pthread_mutex_t of_handler = PTHREAD_MUTEX_INITIALIZER, of_threads = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t of_both = PTHREAD_COND_INITIALIZER;
static long handled, posted, counted;
static volatile int over;

static void on_alarm(int number)
{
    (void)number;
    int saved = errno;
    if (pthread_mutex_trylock(&of_handler) == 0) {
        handled++;
        pthread_mutex_unlock(&of_handler);
    }
    posted++;
    sem_post(&ticks);
    errno = saved;
}

static void *contend(void *unused)
{
    (void)unused;
    while (!over) {
        pthread_mutex_lock(&of_threads);
        counted++;
        pthread_cond_signal(&of_both);
        pthread_mutex_unlock(&of_threads);
    }
    return NULL;
}

static void *count_ticks(void *got)
{
    while (!over || sem_trywait(&ticks) == 0) {
        if (!over && sem_wait(&ticks) != 0)
            continue;
        ++*(long *)got;
    }
    return NULL;
}

void handlers(void)
{
    long got = 0;
    sem_init(&ticks, 0, 0);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sigaction(SIGALRM, &(struct sigaction){ .sa_handler = on_alarm, .sa_flags = SA_RESTART }, NULL);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    pthread_t counter = start_thread(count_ticks, &got);
    pthread_t other = start_thread(contend, NULL);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL); /* the alarm comes to this thread */
    setitimer(ITIMER_REAL, &(struct itimerval){ { 0, 300 }, { 0, 300 } }, NULL);
    struct timespec end = in_ms(CLOCK_MONOTONIC, 500), t;
    do {
        pthread_mutex_lock(&of_threads);
        counted++;
        struct timespec soon = in_ms(CLOCK_REALTIME, 1);
        pthread_cond_timedwait(&of_both, &of_threads, &soon);
        pthread_mutex_unlock(&of_threads);
        clock_gettime(CLOCK_MONOTONIC, &t);
    } while (t.tv_sec < end.tv_sec || (t.tv_sec == end.tv_sec && t.tv_nsec < end.tv_nsec));
    setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, NULL);
    pause_ms(10);
    over = 1;
    sem_post(&ticks);
    pthread_join(counter, NULL);
    pthread_join(other, NULL);
    printf("locks in a signal handler: %s\n", handled > 100 && handled == posted ? "all taken" : "wrong");
    printf("posts of a signal handler: %s\n", got == posted + 1 || got == posted ? "all arrived" : "lost");
}

/* Unmapped by the next owner, as soon as it has it: whoever let go must not touch it any more. */
static void *take_and_unmap(void *page)
{
    pthread_mutex_lock(page);
    pthread_mutex_unlock(page);
    munmap(page, 4096);
    return NULL;
}

static pthread_key_t key;

static void at_thread_exit(void *mutex)
{
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    free(mutex);
}

static void *with_destructor(void *unused)
{
    (void)unused;
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    pthread_setspecific(key, mutex);
    return NULL;
}

void lifetimes(void)
{
    for (int i = 0; i < 50; i++) {
        pthread_mutex_t *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        pthread_mutex_init(page, NULL);
        pthread_mutex_lock(page);
        pthread_t thread = start_thread(take_and_unmap, page);
        pause_ms(i % 3);
        pthread_mutex_unlock(page);
        pthread_join(thread, NULL);
    }
    pthread_key_create(&key, at_thread_exit);
    for (int i = 0; i < 50; i++)
        on_thread(with_destructor, NULL);
    puts("locks may end with their owners");
}
