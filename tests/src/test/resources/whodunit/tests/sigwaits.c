/* SPDX-License-Identifier: Apache-2.0 */
/* Computes, and waits for a signal that does not come, again and again; then tells how often. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <time.h>

#define TIMES 100
#define WAIT_NS 5000000
#define COMPUTES_NS 2000000

static long used_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    for (int i = 0; i < TIMES; i++) {
        for (long end = used_ns() + COMPUTES_NS; used_ns() < end;)
            ;
        sigtimedwait(&set, NULL, &(struct timespec){ 0, WAIT_NS });
    }
    printf("%d\n", TIMES);
    return 0;
}
