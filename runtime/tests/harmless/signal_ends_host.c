/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that ends by a signal, or has handlers for what would end it, for
 * signal_ends.py: each case says what it has seen, which is to be the same with
 * and without a recording.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "signal_case.h"

static void ends_by_signals(void)
{
    for (int s = 34; s <= LAST; s++) {
        int status;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            raise(s);
            _exit(0);
        }
        waitpid(child, &status, 0);
        printf("%d: %d\n", s, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    burn_ms(BURN);
    fflush(stdout);
    raise(62);
}

/* As a server is stopped that has no handler; its child is too. */
static void ends_by_default(int signal, int twice)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    burn_ms(BURN);
    if (twice) { /* after a handler of its own */
        struct sigaction found;
        sigaction(signal, &(struct sigaction){ .sa_handler = count }, &found);
        printf("default: %d\n", found.sa_handler == SIG_DFL);
        raise(signal);
        sigaction(signal, &(struct sigaction){ .sa_handler = SIG_DFL }, &found);
        printf("handler: %d, came %d times\n", found.sa_handler == count, (int)seen[signal]);
    }
    int status;
    kill(child, signal);
    waitpid(child, &status, 0);
    printf("child: %d\n", status);
    fflush(stdout);
    kill(getpid(), signal);
    printf("lives on\n");
}

/* Children, one by each signal that does it by default and is no fault. */
static void end_in_each_way(void)
{
    static const int ways[] = { SIGTERM, SIGINT,  SIGHUP,  SIGQUIT, SIGABRT, SIGPIPE,
                                SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int status, ends[2];
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            burn_ms(BURN);
            if (ways[i] == SIGABRT)
                abort();
            if (ways[i] == SIGPIPE && pipe(ends) == 0 && close(ends[0]) == 0)
                (void)!write(ends[1], "", 1);
            raise(ways[i]);
            _exit(0);
        }
        waitpid(child, &status, 0);
        printf("%d: %x\n", ways[i], (unsigned)status);
    }
}

static void terminate(void)
{
    ends_by_default(SIGTERM, 0);
}

static void interrupt_later(void)
{
    ends_by_default(SIGINT, 1);
}

static void clean_up(int signal)
{
    printf("cleans up\n");
    fflush(stdout);
    raise(signal);
}

/* By a handler that is for one time, and sends the signal again. */
static void terminate_again(void)
{
    struct sigaction once = { .sa_handler = clean_up, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGTERM, &once, NULL);
    burn_ms(BURN);
    kill(getpid(), SIGTERM);
    printf("lives on\n");
}

static void to_the_default(int signal)
{
    sigaction(signal, &(struct sigaction){ .sa_handler = SIG_DFL, .sa_flags = SA_SIGINFO }, NULL);
    kill(getpid(), signal);
}

/* As PHP does: the kernel looks at SA_SIGINFO only where there is a handler. */
static void no_handler_with_siginfo(void)
{
    for (int s = 1; s <= LAST; s++)
        if (!is_libcs(s)) {
            sigaction(s, &(struct sigaction){ .sa_handler = SIG_IGN, .sa_flags = SA_SIGINFO }, NULL);
            kill(getpid(), s);
        }
    sigaction(SIGTERM, &(struct sigaction){ .sa_handler = to_the_default }, NULL);
    burn_ms(BURN);
    kill(getpid(), SIGTERM);
    printf("lives on\n");
}

static sigjmp_buf back;

static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)context;
    printf("signal %d%s\n", signal, info->si_addr == NULL ? " at nowhere" : "");
    siglongjmp(back, 1);
}

static volatile int *volatile nowhere;

static void fault(void)
{
    if (sigsetjmp(back, 1) == 0)
        *nowhere = 1;
}

/* Its stack overflows, and another is there for the signal. */
static int deeper(int n)
{
    volatile char frame[4096];
    frame[n % 4096] = (char)n;
    return nowhere ? 0 : deeper(n + 1) + frame[0];
}

static void faults(void)
{
    static char other[65536];
    sigaltstack(&(stack_t){ .ss_sp = other, .ss_size = sizeof other }, NULL);
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK }, found;
    sigaction(SIGSEGV, &action, NULL);
    fault();
    burn_ms(BURN);
    fault();
    if (sigsetjmp(back, 1) == 0)
        deeper(1);
    action.sa_flags |= (int)SA_RESETHAND;
    sigaction(SIGSEGV, &action, NULL);
    fault();
    sigaction(SIGSEGV, NULL, &found);
    printf("then the default: %d\n", found.sa_handler == SIG_DFL);
    signal(SIGSEGV, SIG_IGN);
    raise(SIGSEGV);
    printf("not a fault, ignored\n");
    signal(SIGSEGV, count);
    raise(SIGSEGV);
    printf("not a fault, handled: %d\n", (int)seen[SIGSEGV]);
    signal(SIGSEGV, SIG_DFL);
    fflush(stdout);
    fault();
    printf("lives on after a fault\n");
}

static const struct signal_case cases[] = {
    { "ends", ends_by_signals },
    { "faults", faults },
    { "each-way", end_in_each_way },
    { "term", terminate },
    { "int", interrupt_later },
    { "again", terminate_again },
    { "siginfo", no_handler_with_siginfo },
};

int main(int argc, char **argv)
{
    return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
