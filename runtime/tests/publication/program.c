/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program.c: threads that switch contexts and say which they have. For each
 * line that it reads it takes one step; then it writes a line for each thread,
 * "PID TID CONTEXT", the context in the wire form of this process or "-", and
 * ".". After a line "f" a forked child does so, once. With a library as its
 * argument: whether that library's variable stays its own.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "whodunit.h"

#define THREADS 4

static const char *const types[] = {
    "GET /",
    "Search of what is longer than all that a record has room for, and therefore cut: "
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggghhhhhhhhhhiiiiiiiiii",
    "K\xc3\xa4se \xff",
    "",
    "Home",
};
static pthread_barrier_t step, done;
static pid_t tids[THREADS];
static char contexts[THREADS][WHODUNIT_WIRE_LENGTH + 1];

static void note(int i)
{
    tids[i] = gettid();
    if (whodunit_to_wire(whodunit_current(), contexts[i], sizeof contexts[i]) == 0)
        strcpy(contexts[i], "-");
}

/* Thread i at step n. */
static void take_step(int i, int n)
{
    switch ((i + n) % 4) {
    case 0: whodunit_attach(WHODUNIT_ROOT); break;
    case 1:
        whodunit_attach(WHODUNIT_ROOT);
        whodunit_begin(types[(i * 7 + n) % (int)(sizeof types / sizeof *types)]);
        break;
    case 2: whodunit_attach(whodunit_from_wire("00000000deadbeef-0000000a", WHODUNIT_WIRE_LENGTH)); break;
    default:
        whodunit_attach(whodunit_from_wire("00000000deadbeef-0000000b", WHODUNIT_WIRE_LENGTH));
        whodunit_begin("Below");
    }
}

static void *run(void *number)
{
    int i = (int)(intptr_t)number;
    for (int n = 0;; n++) {
        pthread_barrier_wait(&step);
        take_step(i, n);
        note(i);
        pthread_barrier_wait(&done);
    }
    return NULL;
}

static void tell(int threads)
{
    for (int i = 0; i < threads; i++)
        printf("%d %d %s\n", (int)getpid(), (int)tids[i], contexts[i]);
    puts(".");
    fflush(stdout);
}

/* A child, which is recorded once it has used some time. */
static void be_child(void)
{
    for (volatile unsigned n = 0; n < 100000000; n++)
        ;
    whodunit_begin("Child");
    note(0);
    tell(1);
    getchar();
    _exit(0);
}

static int other_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    void (*set)(void *) = (void (*)(void *))dlsym(library, "other_set");
    void *(*get)(void) = (void *(*)(void))dlsym(library, "other_get");
    set(&step);
    whodunit_begin("Home");
    return get() != &step;
}

int main(int argc, char **argv)
{
    char line[16];
    pthread_t thread;
    if (argc > 1)
        return other_library(argv[1]);
    pthread_barrier_init(&step, NULL, THREADS + 1);
    pthread_barrier_init(&done, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread, NULL, run, (void *)(intptr_t)i);
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'f') {
            pid_t child = fork();
            int status;
            if (child == 0)
                be_child();
            waitpid(child, &status, 0);
            if (status)
                abort();
            continue;
        }
        pthread_barrier_wait(&step);
        pthread_barrier_wait(&done);
        tell(THREADS);
    }
    return 0;
}
