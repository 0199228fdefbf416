/* SPDX-License-Identifier: Apache-2.0 */
/* A host that reads clocks all the time, on two threads, for clocks.py. */
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "burn.h"

enum { MS = 300, DAY_S = 24 * 3600 };

static void *read_clocks(void *unused)
{
    burn_ms(MS);
    return unused;
}

static long days_behind_the_kernel(void)
{
    struct timespec kernels, hosts;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &kernels);
    clock_gettime(CLOCK_REALTIME, &hosts);
    return (kernels.tv_sec - hosts.tv_sec + DAY_S / 2) / DAY_S;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, read_clocks, NULL);
    read_clocks(NULL);
    pthread_join(other, NULL);
    printf("%ld days behind\n", days_behind_the_kernel());
    return 3;
}
