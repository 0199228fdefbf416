/* SPDX-License-Identifier: Apache-2.0 */
/* checked_host.c: begins and joins threads, one after the other. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#define THREADS 200

static void *end(void *argument)
{
    return argument;
}

int main(void)
{
    alarm(50);
    int joined = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, end, NULL) == 0 && pthread_join(thread, NULL) == 0)
            joined++;
    }
    printf("%d threads\n", joined);
    return 0;
}
