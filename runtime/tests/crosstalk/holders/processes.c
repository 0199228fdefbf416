/* SPDX-License-Identifier: Apache-2.0 */
/* Other processes have the same lock, or another one at the same address. */
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "persons.h"

/* Locks that another process has last: it sleeps first, so it is woken first. */
static struct shared {
    sem_t semaphore;
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    int waits, turn; /* atomic */
} * shared;

static pid_t child_that(void (*does)(void))
{
    __atomic_store_n(&shared->waits, 0, __ATOMIC_RELEASE);
    pid_t child = fork();
    if (child == 0) {
        __atomic_store_n(&shared->waits, 1, __ATOMIC_RELEASE);
        does();
        _exit(0);
    }
    char number[16];
    snprintf(number, sizeof number, "%d", child);
    while (!__atomic_load_n(&shared->waits, __ATOMIC_ACQUIRE) || !is_asleep(number, child))
        pause_ms(1);
    return child;
}

enum { HELD_ELSEWHERE_MS = 100 };

static void pass_semaphore_on(void)
{
    sem_wait(&shared->semaphore);
    pause_ms(HELD_ELSEWHERE_MS);
    sem_post(&shared->semaphore);
}

static void wait_for_shared_semaphore(struct person *self)
{
    about_to_wait(self);
    sem_wait(&shared->semaphore);
}

static void pass_mutex_on(void)
{
    pthread_mutex_lock(&shared->mutex);
    pause_ms(HELD_ELSEWHERE_MS);
    pthread_mutex_unlock(&shared->mutex);
}

static void wait_for_shared_mutex(struct person *self)
{
    about_to_wait(self);
    pthread_mutex_lock(&shared->mutex);
    pthread_mutex_unlock(&shared->mutex);
}

static void pass_rwlock_on(void)
{
    pthread_rwlock_wrlock(&shared->rwlock);
    pause_ms(HELD_ELSEWHERE_MS);
    pthread_rwlock_unlock(&shared->rwlock);
}

static void wait_for_shared_rwlock(struct person *self)
{
    about_to_wait(self);
    pthread_rwlock_wrlock(&shared->rwlock);
    pthread_rwlock_unlock(&shared->rwlock);
}

static void begin_shared(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(&shared->semaphore, 1, 0);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &mutex);
    pthread_rwlockattr_t rwlock;
    pthread_rwlockattr_init(&rwlock);
    pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(&shared->rwlock, &rwlock);
}

void elsewhere(void)
{
    static struct person semaphore = { .type = "wait shared semaphore", .does = wait_for_shared_semaphore },
                         mutex = { .type = "wait shared mutex", .does = wait_for_shared_mutex },
                         rwlock = { .type = "wait shared rwlock", .does = wait_for_shared_rwlock };
    begin_shared();
    pid_t child = child_that(pass_semaphore_on);
    begin_to_wait(&semaphore);
    AS("hold shared semaphore")
    sem_post(&shared->semaphore);
    end(&semaphore);
    waitpid(child, NULL, 0);
    AS("hold shared mutex")
    {
        pthread_mutex_lock(&shared->mutex);
        child = child_that(pass_mutex_on);
        begin_to_wait(&mutex);
        pthread_mutex_unlock(&shared->mutex);
    }
    end(&mutex);
    waitpid(child, NULL, 0);
    AS("hold shared rwlock")
    {
        pthread_rwlock_wrlock(&shared->rwlock);
        child = child_that(pass_rwlock_on);
        begin_to_wait(&rwlock);
        pthread_rwlock_unlock(&shared->rwlock);
    }
    end(&rwlock);
    waitpid(child, NULL, 0);
}

/* A semaphore of a process's own has the same address in its sibling, which posts its own. Both are such as wait for
 * relatives: they have opened shared memory that a transaction has made. Prints the number of the one that waits. The
 * first waits may come before its recording. */
enum { TURNS = 50 };
static sem_t own;
static char piece[64];

static void open_piece(int flags)
{
    close(shm_open(piece, flags, 0600));
}

/* Until a forked child begins to be recorded. */
static void use_cpu(void)
{
    struct timespec used = { 0 };
    while (used.tv_sec == 0 && used.tv_nsec < 200000000)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
}

static void wait_for_own(struct person *self)
{
    about_to_wait(self);
    sem_wait(&own);
}

static void next_turn(void)
{
    __atomic_fetch_add(&shared->turn, 1, __ATOMIC_RELEASE);
}

static void until_turn(int turn)
{
    while (__atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE) != turn)
        pause_ms(1);
}

static void have_own_semaphore(void)
{
    for (int i = 0; i < TURNS; i++) {
        struct person waiter = { .type = "wait own semaphore", .does = wait_for_own };
        begin_to_wait(&waiter);
        next_turn();
        until_turn(2 * i + 2);
        AS("hold own semaphore")
        sem_post(&own);
        end(&waiter);
    }
}

static void post_another(void)
{
    for (int i = 0; i < TURNS; i++) {
        until_turn(2 * i + 1);
        AS("hold a sibling's")
        sem_post(&own);
        next_turn();
    }
}

static pid_t sibling_that(void (*does)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        use_cpu();
        open_piece(O_RDWR);
        does();
        _exit(0);
    }
    return child;
}

void siblings(void)
{
    snprintf(piece, sizeof piece, "/whodunit-holders-%d", getpid());
    AS("makes shared memory")
    open_piece(O_CREAT | O_EXCL | O_RDWR);
    pid_t waits = sibling_that(have_own_semaphore), other = sibling_that(post_another);
    waitpid(waits, NULL, 0);
    waitpid(other, NULL, 0);
    shm_unlink(piece);
    printf("sibling %d\n", waits);
}
