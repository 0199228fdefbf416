/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that take a lock, allocate and compute, and messages to itself; ends with 2. To be compiled with a
 * sanitizer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define THREADS 4
#define TURNS 1000
#define COMPUTE_MS 100

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static long cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *work(void *unused)
{
    for (int i = 0; i < TURNS; i++) {
        char *bytes = malloc(32 + i % 100);
        memset(bytes, 1, 32);
        pthread_mutex_lock(&lock);
        sum += bytes[3];
        pthread_mutex_unlock(&lock);
        free(bytes);
    }
    while (cpu_ms() < COMPUTE_MS)
        ;
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    int ends[2];
    char text[64] = "";
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 1;
    for (int i = 0; i < TURNS; i++)
        if (write(ends[0], "hello", 5) != 5 || read(ends[1], text, sizeof text) != 5)
            return 1;
    printf("%ld %.5s\n", sum, text);
    return 2;
}
