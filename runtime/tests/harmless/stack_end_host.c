/* SPDX-License-Identifier: Apache-2.0 */
/* A host that works with its stack pointer near the end of the main thread's stack, as Ruby does when it begins. */
#include <alloca.h>
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

int main(void)
{
    burn_ms(100);
    work_at_the_end();
    burn_ms(100);
    printf("done\n");
    return 0;
}
