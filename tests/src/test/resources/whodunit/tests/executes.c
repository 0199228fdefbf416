/* SPDX-License-Identifier: Apache-2.0 */
/*
 * executes.c [PROGRAM [thread]]: waits for a while, in a function that has the program's NAME, and executes the next
 * one, by another thread than the first if that is asked for.
 */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define PASTE(a, b) a##b
#define CALLED(a, b) PASTE(a, b)

__attribute__((noinline)) void CALLED(waits_in_, NAME)(void)
{
    for (int i = 0; i < 150; i++)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
}

static void *execute(void *program)
{
    execl(program, program, (char *)NULL);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    CALLED(waits_in_, NAME)();
    if (argc == 2)
        execute(argv[1]);
    if (argc == 3 && pthread_create(&thread, NULL, execute, argv[1]) == 0)
        pthread_join(thread, NULL);
    return argc != 1;
}
