/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host like Erlang's machine, for own_stack.py: its data lies below its stack pointer, so all signals are handled on
 * alternate stacks. It sees to that by a sigaction of its own in front of libc's, under both names.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))

enum { STACK = 48 << 10, HEAP = 64 << 10, MS = 400 };

static int on_stack(int signal, const struct sigaction *new, struct sigaction *old)
{
    static int (*next)(int, const struct sigaction *, struct sigaction *);
    struct sigaction its;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "__sigaction");
    if (new &&new->sa_handler != SIG_DFL &&new->sa_handler != SIG_IGN) {
        its = *new;
        its.sa_flags |= SA_ONSTACK;
        new = &its;
    }
    return next(signal, new, old);
}

EXPORT int sigaction(int signal, const struct sigaction *new, struct sigaction *old)
{
    return on_stack(signal, new, old);
}

EXPORT int __sigaction(int signal, const struct sigaction *new, struct sigaction *old)
{
    return on_stack(signal, new, old);
}

static void on_signal(int signal)
{
    (void)signal;
}

static void take_a_stack(void)
{
    sigaltstack(&(stack_t){ .ss_sp = malloc(STACK), .ss_size = STACK }, NULL);
}

/* The compiler must not put anything onto a stack meanwhile. */
static void count_down(char *stack, uint64_t turns)
{
    __asm__ volatile("movq %%rsp, %%r12\n\t"
                     "movq %[stack], %%rsp\n"
                     "1:\n\t"
                     "decq %[turns]\n\t"
                     "jnz 1b\n\t"
                     "movq %%r12, %%rsp"
                     : [turns] "+r"(turns)
                     : [stack] "r"(stack)
                     : "r12", "cc", "memory");
}

static int64_t cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *computes(void *changed)
{
    char *heap = malloc(HEAP), *data = malloc(HEAP);
    take_a_stack();
    memset(heap, 'd', HEAP);
    memset(data, 'd', HEAP);
    while (cpu_ms() < MS) {
        count_down(heap + HEAP, 10000000);
        *(int *)changed += memcmp(heap, data, HEAP) != 0;
        memset(heap, 'd', HEAP);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int changed = 0;
    take_a_stack();
    sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = on_signal }, NULL);
    pthread_create(&thread, NULL, computes, &changed);
    pthread_join(thread, NULL);
    printf("its data has changed %d times\n", changed);
    return 0;
}
