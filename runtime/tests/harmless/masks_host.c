/* SPDX-License-Identifier: Apache-2.0 */
/* A host whose masks come from elsewhere than libc's functions on masks: for masks.py. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "signal_case.h"

static const char *program;

static void print_mask(const char *when, const sigset_t *mask)
{
    printf("%s, blocked:", when);
    for (int s = 1; s <= LAST; s++)
        if (!is_libcs(s) && sigismember(mask, s) == 1)
            printf(" %d", s);
    printf("\n");
    fflush(stdout);
}

static void print_current_mask(const char *when)
{
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    print_mask(when, &mask);
}

static void block_all(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

static void *burn(void *unused)
{
    (void)unused;
    print_current_mask("a thread of the thread");
    burn_ms(BURN);
    return NULL;
}

/* As Go's threads: begun while all are blocked, they unblock by a bare call. */
static void *work(void *unused)
{
    (void)unused;
    sigset_t before, none;
    pthread_t thread;
    sigemptyset(&none);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, 8);
    block_all(&before);
    print_mask("a thread", &before);
    pthread_create(&thread, NULL, burn, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_join(thread, NULL);
    return NULL;
}

static void threads(void)
{
    pthread_t thread;
    sigset_t before;
    block_all(&before);
    pthread_create(&thread, NULL, work, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_join(thread, NULL);
}

static void execute(const char *what)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, what, (char *)NULL);
        _exit(127);
    }
    printf("its status: %d\n", waitpid(child, &status, 0) == child ? status : -1);
}

static void tell(void)
{
    print_current_mask("executed");
}

/* libc puts the mask back without its functions on masks. */
static void jump(void)
{
    static sigjmp_buf back;
    sigset_t before;
    if (sigsetjmp(back, 1) == 0) {
        block_all(&before);
        siglongjmp(back, 1);
    }
    print_current_mask("behind a jump");
    execute("tell");
    burn_ms(BURN);
}

static void one_by_one(void)
{
    sigset_t one, before;
    block_all(&before);
    for (int s = 1; s <= LAST; s++)
        if (s != 61) {
            sigemptyset(&one);
            sigaddset(&one, s);
            sigprocmask(SIG_UNBLOCK, &one, NULL);
        }
    print_current_mask("all but ours let through");
    burn_ms(BURN);
}

static void inherits(void)
{
    print_current_mask("inherited");
    execute("tell");
    burn_ms(BURN);
}

static void blocks_all(void)
{
    sigset_t before;
    block_all(&before);
    execl(program, program, "inherits", (char *)NULL);
}

static const struct signal_case cases[] = {
    { "threads", threads },       { "tell", tell },         { "jump", jump },
    { "one-by-one", one_by_one }, { "inherits", inherits }, { "blocks-all", blocks_all },
};

int main(int argc, char **argv)
{
    program = argv[0];
    return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
