/* SPDX-License-Identifier: Apache-2.0 */
#include "behaviour.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static uint32_t (*begin)(const char *);

void enter_transaction(const char *name)
{
    if (begin)
        begin(name);
}

struct start {
    void *(*body)(void *);
    void *argument;
};

static void *in_transaction(void *argument)
{
    struct start start = *(struct start *)argument;
    enter_transaction("thread");
    __atomic_store_n(&((struct start *)argument)->body, NULL, __ATOMIC_RELEASE);
    return start.body(start.argument);
}

pthread_t start_thread(void *(*body)(void *), void *argument)
{
    struct start start = { body, argument };
    pthread_t thread;
    pthread_create(&thread, NULL, in_transaction, &start);
    while (__atomic_load_n(&start.body, __ATOMIC_ACQUIRE))
        pause_ms(1);
    return thread;
}

void on_thread(void *(*body)(void *), void *argument)
{
    pthread_join(start_thread(body, argument), NULL);
}

void show(const char *what, int result)
{
    printf("%s: %s\n", what, result ? strerrorname_np(result) : "0");
}

void show_errno(const char *what, int result)
{
    show(what, result == -1 ? errno : result);
}

void pause_ms(int ms)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
    while (nanosleep(&t, &t) != 0 && errno == EINTR)
        ;
}

struct timespec in_ms(clockid_t clock, int ms)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

extern int early_library_result(void); /* early.c */
extern int early_program_result;

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    *(void **)&begin = dlsym(RTLD_DEFAULT, "whodunit_begin");
    enter_transaction("main");
    show("locks in a library's constructor", early_library_result());
    show("locks in the program's first constructor", early_program_result);
    mutexes();
    c11_locks();
    reader_writer_locks();
    conditions();
    semaphores();
    forks();
    handlers();
    lifetimes();
    puts("end");
    return 0;
}
