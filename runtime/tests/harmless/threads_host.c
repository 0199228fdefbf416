/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host whose threads end, for threads.py.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#include "burn.h"

enum { BURN = 240, REQUESTS = 400, REQUEST_MS = 3 };

static void *work(void *unused)
{
    burn_ms(BURN);
    printf("worked\n");
    return unused;
}

static void *end_by_exit(void *unused)
{
    burn_ms(BURN);
    printf("worked\n");
    pthread_exit(unused);
}

static void *wait_for_ever(void *unused)
{
    burn_ms(BURN);
    pause();
    return unused;
}

static void say(void)
{
    printf("exit handlers run\n");
}

static void start(void *(*routine)(void *), int detached)
{
    pthread_t thread;
    pthread_create(&thread, NULL, routine, NULL);
    if (detached)
        pthread_detach(thread);
}

static void main_ends_before_its_threads(void)
{
    start(work, 0);
    start(end_by_exit, 1);
    pthread_exit(NULL);
}

static void main_ends_last(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_exit(NULL);
}

static void the_last_is_cancelled(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    burn_ms(BURN);
    pthread_cancel(thread);
    pthread_exit(NULL);
}

static int work_c11(void *result)
{
    work(NULL);
    return *(int *)result;
}

static int end_c11_by_exit(void *result)
{
    work(NULL);
    thrd_exit(*(int *)result);
}

static void c11_threads(void)
{
    int results[] = { -7, 9 }, first = 0, second = 0;
    thrd_t thread, other;
    printf("begun: %d %d\n", thrd_create(&thread, work_c11, &results[0]) == thrd_success,
           thrd_create(&other, end_c11_by_exit, &results[1]) == thrd_success);
    printf("joined: %d %d\n", thrd_join(thread, &first) == thrd_success, thrd_join(other, &second) == thrd_success);
    printf("results: %d %d\n", first, second);
    static int last;
    thrd_create(&thread, work_c11, &last);
    thrd_detach(thread);
    pthread_exit(NULL);
}

static void *request(void *unused)
{
    burn_ms(REQUEST_MS);
    return unused;
}

static void a_thread_for_each_request(void)
{
    for (int i = 0; i < REQUESTS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, request, NULL);
        pthread_join(thread, NULL);
    }
    printf("%lu ms\n", (unsigned long)(cpu_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000));
}

static const struct {
    const char *name;
    void (*function)(void);
} cases[] = {
    { "first", main_ends_before_its_threads }, { "last", main_ends_last },
    { "cancelled", the_last_is_cancelled },    { "c11", c11_threads },
    { "requests", a_thread_for_each_request },
};

int main(int argc, char **argv)
{
    atexit(say);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].function();
            return 0;
        }
    return 2;
}
