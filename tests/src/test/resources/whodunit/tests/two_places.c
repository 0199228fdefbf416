/* SPDX-License-Identifier: Apache-2.0 */
/* two_places.c: two functions that wait in the same way, called from the same one, in turns: its own, or those of a
 * library that is loaded when the program has waited for a while. */
#include <dlfcn.h>
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

__attribute__((noinline)) void waits_in_turns(void)
{
    for (int i = 0; i < 100; i++) {
        waits_here();
        waits_there();
    }
    __asm__ volatile("");
}

int main(int argc, char **argv)
{
    void (*run)(void) = waits_in_turns;
    if (argc > 1) {
        for (int i = 0; i < 50; i++)
            rest(20);
        void *library = dlopen(argv[1], RTLD_NOW);
        *(void **)&run = library ? dlsym(library, "waits_in_turns") : NULL;
    }
    if (!run)
        return 1;
    run();
    return 0;
}
