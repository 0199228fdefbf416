/* SPDX-License-Identifier: Apache-2.0 */
/* A host whose child of vfork resets or ignores all signals before it executes a program, as Ruby's does: for
 * vforks.py. The handlers are the parent's, which has lent its memory. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "signal_case.h"

enum { OURS = 61, BLOCKS_ALL = SIGUSR2 };

static const char *program;
static sigjmp_buf before_fault;

static void on_fault(int signal)
{
    (void)signal;
    siglongjmp(before_fault, 1);
}

static void set_handlers(void)
{
    static char stack[1 << 16];
    sigset_t all;
    sigfillset(&all);
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = on_fault, .sa_flags = SA_ONSTACK }, NULL);
    sigaction(OURS, &(struct sigaction){ .sa_handler = count }, NULL);
    sigaction(BLOCKS_ALL, &(struct sigaction){ .sa_handler = count, .sa_mask = all }, NULL);
}

static const char *name_of(void (*action)(int))
{
    return action == SIG_DFL ? "the default" : action == SIG_IGN ? "ignored" : action == count ? "counted" : "handled";
}

static void tell(const char *who)
{
    static const int signals[] = { SIGSEGV, OURS, BLOCKS_ALL, SIGTERM };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction its;
        sigaction(signals[i], NULL, &its);
        printf("%s: %d is %s, and blocks ours: %d\n", who, signals[i], name_of(its.sa_handler),
               sigismember(&its.sa_mask, OURS));
    }
    fflush(stdout);
}

/* Of real-time signals only ours: a program that ignores all leaves none for samples. */
static void execute_with(void (*action)(int))
{
    int status;
    pid_t child = vfork();
    if (child == 0) {
        for (int s = 1; s <= OURS; s++)
            if (s < SIGSYS || s == OURS)
                sigaction(s, &(struct sigaction){ .sa_handler = action }, NULL);
        execl(program, program, "told", (char *)NULL);
        _exit(1);
    }
    printf("its status: %d\n", waitpid(child, &status, 0) == child ? status : -1);
}

static void fault(void)
{
    volatile char *nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sigsetjmp(before_fault, 1) == 0)
        printf("no fault: %d\n", *nowhere);
    else
        printf("the fault is handled\n");
    fflush(stdout);
}

/* Its handler is called in it, and in what it forks. */
static void fault_in_bare_fork(void)
{
    int status;
    fflush(stdout);
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = on_fault, .sa_flags = SA_NODEFER }, NULL);
        fault();
        tell("a bare fork");
        child = fork();
        fault();
        _exit(child > 0 && waitpid(child, &status, 0) == child ? status : 0);
    }
    printf("its status: %d\n", waitpid(child, &status, 0) == child ? status : -1);
}

int main(int argc, char **argv)
{
    program = argv[0];
    if (argc > 1) {
        tell("executed");
        return 0;
    }
    fault_in_bare_fork();
    set_handlers();
    execute_with(SIG_DFL);
    tell("the parent");
    execute_with(SIG_IGN);
    tell("the parent");
    fault();
    raise(OURS);
    raise(BLOCKS_ALL);
    printf("%d and %d came\n", (int)seen[OURS], (int)seen[BLOCKS_ALL]);
    burn_ms(BURN);
    return 0;
}
