/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that a handler like ours interrupts (signals/restarts.h), while a signal of the host's comes: they end, or go
 * on, as that signal's handler asks for, and as they do without us.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <ucontext.h>

#include "blocked.h"
#include "scratch.h"
#include "signals/restarts.h"

enum { PATIENCE_S = 60 };
#define OURS SIGRTMAX
#define RELEASES SIGUSR2 /* ends what goes on */

static char file[300], fifo[300];
static int ends[2], full[2], sockets[2], listening, locked[2];
static unsigned held, waited_for;
static pid_t thread, child;
static volatile int ours_had, hosts_had, released;
static volatile int sends; /* the signal that comes during ours */

/* As on_sample in sampler/async/handler.c. */
static void on_ours(int signal, siginfo_t *info, void *ucontext)
{
    (void)signal, (void)info;
    int saved = errno;
    syscall(SYS_tgkill, getpid(), thread, sends);
    wd_restarts_settle(ucontext);
    errno = saved;
    ours_had++;
}

static void on_hosts(int signal)
{
    (void)signal;
    hosts_had++;
}

static void on_release(int signal)
{
    (void)signal;
    released++;
}

static long read_pipe(void)
{
    char byte;
    return syscall(SYS_read, ends[0], &byte, 1);
}

static long write_pipe(void)
{
    return syscall(SYS_write, full[1], "x", 1);
}

static long receive(void)
{
    char byte;
    return syscall(SYS_recvfrom, sockets[0], &byte, 1, 0, NULL, NULL);
}

static long take_connection(void)
{
    return syscall(SYS_accept, listening, NULL, NULL);
}

static long open_fifo(void)
{
    return syscall(SYS_openat, AT_FDCWD, fifo, O_RDONLY);
}

static long wait_for_child(void)
{
    return syscall(SYS_wait4, child, NULL, 0, NULL);
}

static long lock_file(void)
{
    return syscall(SYS_flock, locked[1], LOCK_EX);
}

static long lock_record(void)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    return syscall(SYS_fcntl, locked[1], F_OFD_SETLKW, &lock);
}

static long wait_for_futex(void)
{
    return syscall(SYS_futex, &waited_for, FUTEX_WAIT_PRIVATE, 0, NULL);
}

/* The kernel hands it over, and knows no EINTR of it. */
static long lock_futex(void)
{
    return syscall(SYS_futex, &held, FUTEX_LOCK_PI_PRIVATE, 0, NULL);
}

/* It ends at any handler, whatever that asks for. */
static long wait_in_poll(void)
{
    return syscall(SYS_poll, &(struct pollfd){ .fd = ends[0], .events = POLLIN }, 1, -1);
}

/* What the host has for the signal that comes. */
enum hosts { ENDS, RESTARTS, IGNORES, DEFAULT, BLOCKS };

static const struct test_case {
    const char *name;
    long (*call)(void);
    long number;
    enum hosts hosts;
    int is_ended;
} cases[] = {
    { "read", read_pipe, SYS_read, ENDS, 1 },
    { "write", write_pipe, SYS_write, ENDS, 1 },
    { "recvfrom", receive, SYS_recvfrom, ENDS, 1 },
    { "accept", take_connection, SYS_accept, ENDS, 1 },
    { "openat", open_fifo, SYS_openat, ENDS, 1 },
    { "wait4", wait_for_child, SYS_wait4, ENDS, 1 },
    { "flock", lock_file, SYS_flock, ENDS, 1 },
    { "fcntl", lock_record, SYS_fcntl, ENDS, 1 },
    { "futex", wait_for_futex, SYS_futex, ENDS, 1 },
    { "read, SA_RESTART", read_pipe, SYS_read, RESTARTS, 0 },
    { "read, ignored", read_pipe, SYS_read, IGNORES, 0 },
    { "read, default", read_pipe, SYS_read, DEFAULT, 0 },
    { "read, blocked", read_pipe, SYS_read, BLOCKS, 0 },
    { "futex that is handed over", lock_futex, SYS_futex, ENDS, 0 },
    { "poll, SA_RESTART", wait_in_poll, SYS_poll, RESTARTS, 1 },
};

static volatile int is_over, ended_early;

static void *call(void *of)
{
    const struct test_case *c = of;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGURG);
    pthread_sigmask(c->hosts == BLOCKS ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
    __atomic_store_n(&thread, (pid_t)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
    long result = c->call();
    ended_early = result == -1 && errno == EINTR && !released;
    is_over = 1;
    return NULL;
}

static void handle(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
    assert_int_equal(sigaction(signal, &action, NULL), 0);
}

/* Whichever comes first: it waits there, or is over. */
static void until_it_waits(long number)
{
    while (!is_over && blocked_in(thread) != number)
        sched_yield();
}

/* SIGURG, whose default is nothing. A thread that goes on waits in the same call again. */
static int is_ended(const struct test_case *c)
{
    pthread_t caller;
    thread = 0;
    is_over = ended_early = released = ours_had = hosts_had = 0;
    sends = SIGURG;
    handle(sends,
           c->hosts == DEFAULT   ? SIG_DFL
           : c->hosts == IGNORES ? SIG_IGN
                                 : on_hosts,
           c->hosts == RESTARTS ? SA_RESTART : 0);
    assert_int_equal(pthread_create(&caller, NULL, call, (void *)c), 0);
    while (!__atomic_load_n(&thread, __ATOMIC_SEQ_CST))
        sched_yield();
    until_it_waits(c->number);
    pthread_kill(caller, OURS);
    while (!ours_had || (c->hosts <= RESTARTS && !hosts_had))
        sched_yield();
    until_it_waits(c->number);
    if (c->call == lock_futex)
        syscall(SYS_futex, &held, FUTEX_UNLOCK_PI_PRIVATE);
    else if (!is_over)
        pthread_kill(caller, RELEASES);
    pthread_join(caller, NULL);
    return ended_early;
}

static void a_call_ends_as_the_hosts_handler_asks_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int is = is_ended(&cases[i]);
        if (is != cases[i].is_ended)
            print_error("%s: %s\n", cases[i].name, is ? "ended" : "went on");
        assert_int_equal(is, cases[i].is_ended);
    }
}

static const unsigned char code[] = { 0x0f, 0x05, 0x90, 0x90 }; /* the call, and something else */

static ucontext_t in_front_of(uintptr_t instruction)
{
    ucontext_t context;
    memset(&context, 0, sizeof context);
    greg_t *registers = context.uc_mcontext.gregs;
    registers[REG_RIP] = (greg_t)instruction;
    registers[REG_RCX] = (greg_t)(instruction + 2);
    registers[REG_R11] = registers[REG_EFL] = 0x246;
    registers[REG_RAX] = SYS_read;
    return context;
}

static int is_left_alone(ucontext_t context)
{
    greg_t *registers = context.uc_mcontext.gregs;
    gregset_t before;
    memcpy(before, registers, sizeof before);
    wd_restarts_end(&context);
    return memcmp(before, registers, sizeof before) == 0;
}

static void only_what_the_kernel_would_make_again_is_ended(void **state)
{
    (void)state;
    ucontext_t context = in_front_of((uintptr_t)code);
    greg_t *registers = context.uc_mcontext.gregs;
    assert_true(is_left_alone(in_front_of((uintptr_t)code + 2))); /* no call */
    assert_true(is_left_alone(in_front_of(16)));                  /* nothing can be read there */
    registers[REG_RCX]++;
    assert_true(is_left_alone(context));
    context = in_front_of((uintptr_t)code);
    registers[REG_R11] ^= 1;
    assert_true(is_left_alone(context));
    context = in_front_of((uintptr_t)code);
    registers[REG_RAX] = SYS_close;
    assert_true(is_left_alone(context));
    context = in_front_of((uintptr_t)code);
    wd_restarts_end(&context);
    assert_int_equal(registers[REG_RAX], -EINTR);
    assert_int_equal(registers[REG_RIP], (greg_t)(uintptr_t)code + 2);
}

static int make_what_is_waited_for(void **state)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    if (make_scratch(state) != 0)
        return -1;
    snprintf(file, sizeof file, "%s/file", scratch);
    snprintf(fifo, sizeof fifo, "%s/fifo", scratch);
    listening = socket(AF_UNIX, SOCK_STREAM, 0);
    if (pipe(ends) || pipe2(full, O_NONBLOCK) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || mkfifo(fifo, 0600) ||
        bind(listening, (struct sockaddr *)&address, sizeof address.sun_family) || listen(listening, 1))
        return -1;
    while (write(full[1], scratch, 1) == 1)
        ;
    fcntl(full[1], F_SETFL, 0);
    for (int i = 0; i < 2; i++)
        locked[i] = open(file, O_RDWR | O_CREAT, 0600);
    child = fork();
    alarm(PATIENCE_S);
    if (child == 0)
        for (alarm(PATIENCE_S);;)
            pause();
    handle(RELEASES, on_release, 0);
    struct sigaction ours = { .sa_sigaction = on_ours, .sa_flags = SA_SIGINFO | SA_RESTART };
    sigfillset(&ours.sa_mask);
    sigaction(OURS, &ours, NULL);
    syscall(SYS_futex, &held, FUTEX_LOCK_PI_PRIVATE, 0, NULL);
    return flock(locked[0], LOCK_EX) || fcntl(locked[0], F_OFD_SETLK, &lock) ? -1 : 0;
}

static int remove_it(void **state)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return remove_scratch(state);
}

/* Where the program goes on, once a sampler has gone back from 1007 to 1000. */
static long after_going_back(long result, int is_ours)
{
    ucontext_t interrupted = { 0 };
    interrupted.uc_mcontext.gregs[REG_RIP] = 1000;
    interrupted.uc_mcontext.gregs[REG_RAX] = result;
    wd_restarts_put_back(&interrupted, 1007, is_ours);
    return wd_restarts_place(&interrupted);
}

/* The sampler has poll() made again; one that a signal of the host's has ended stays so, whatever its handler asks. */
static void a_call_that_always_ends_is_made_again_for_ours_only(void **state)
{
    (void)state;
    sigset_t hosts;
    sigemptyset(&hosts);
    sigaddset(&hosts, SIGUSR1);
    handle(SIGUSR1, on_hosts, SA_RESTART);
    assert_int_equal(after_going_back(-EINTR, 1), 1000);
    assert_int_equal(after_going_back(-EINTR, 0), 1007);
    pthread_sigmask(SIG_BLOCK, &hosts, NULL);
    raise(SIGUSR1);
    assert_int_equal(after_going_back(-EINTR, 1), 1007);
    assert_int_equal(after_going_back(0, 1), 1000);
    handle(SIGUSR1, SIG_IGN, 0);
    pthread_sigmask(SIG_UNBLOCK, &hosts, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_call_ends_as_the_hosts_handler_asks_for, make_what_is_waited_for, remove_it),
        cmocka_unit_test(only_what_the_kernel_would_make_again_is_ended),
        cmocka_unit_test(a_call_that_always_ends_is_made_again_for_ours_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
