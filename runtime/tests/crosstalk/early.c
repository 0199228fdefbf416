/* SPDX-License-Identifier: Apache-2.0 */
/* Locks taken before main, maybe before the library is ready. EARLY is the name of the result. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static int result = -1;

static int use_locks(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_spinlock_t spin;
    sem_t semaphore;
    struct timespec past = { 1, 0 };
    sem_init(&semaphore, 0, 0);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    if (pthread_mutex_lock(&mutex) || pthread_mutex_trylock(&mutex) != EBUSY ||
        pthread_cond_timedwait(&condition, &mutex, &past) != ETIMEDOUT || pthread_cond_signal(&condition) ||
        pthread_cond_broadcast(&condition) || pthread_mutex_unlock(&mutex))
        return 1;
    if (pthread_rwlock_rdlock(&rwlock) || pthread_rwlock_trywrlock(&rwlock) != EBUSY ||
        pthread_rwlock_unlock(&rwlock) || pthread_rwlock_wrlock(&rwlock) || pthread_rwlock_unlock(&rwlock))
        return 2;
    if (pthread_spin_lock(&spin) || pthread_spin_unlock(&spin) || sem_post(&semaphore) || sem_wait(&semaphore))
        return 3;
    return 0;
}

__attribute__((constructor(101))) static void early(void)
{
    result = use_locks();
#ifdef EARLY_PROGRAM
    extern int early_program_result;
    early_program_result = result;
#endif
}

#ifdef EARLY_PROGRAM
int early_program_result;
#else
int early_library_result(void)
{
    return result;
}
#endif
