/* SPDX-License-Identifier: Apache-2.0 */
/* two_places.c: two functions that wait in the same way, called from the same one, in turns. */
#include <time.h>

static void rest(long ms)
{
    struct timespec left = { .tv_nsec = ms * 1000000 };
    nanosleep(&left, NULL);
}

__attribute__((noinline)) void waits_here(void)
{
    rest(5);
    __asm__ volatile("");
}

__attribute__((noinline)) void waits_there(void)
{
    rest(10);
    __asm__ volatile("");
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        waits_here();
        waits_there();
    }
    return 0;
}
