/* SPDX-License-Identifier: Apache-2.0 */
/* A host that works with its stack pointer near the end of the main thread's stack, as Ruby does when it begins;
 * or in a thread whose stack is too small for a sample (an argument). */
#include <alloca.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

#include "burn.h"

#define LEFT 5120 /* bytes: enough for the kernel's part of a signal, and 1 KB */

static void __attribute__((noinline)) work_at_the_end(void)
{
    char here;
    void *end;
    size_t size;
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &end, &size);
    pthread_attr_destroy(&attributes);
    volatile char *low = alloca((size_t)(&here - (char *)end) - LEFT);
    for (unsigned long i = 0; i < 300000000; i++)
        low[0] = (char)i;
}

static void *work(void *unused)
{
    burn_ms(200);
    return unused;
}

/* A thread that never has space. */
static void work_on_little(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
    pthread_create(&thread, &attributes, work, NULL);
    pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    (void)argv;
    burn_ms(100);
    if (argc > 1)
        work_on_little();
    else
        work_at_the_end();
    burn_ms(100);
    printf("done\n");
    return 0;
}
