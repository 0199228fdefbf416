/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that uses signals, for signals.py: each case says what it has seen, which
 * is to be the same with and without a recording. A case burns BURN ms in one
 * thread at least.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "signal_case.h"

static const char *program;

/* As pulseaudio does. */
static void reset(void)
{
    for (int s = 1; s <= LAST; s++)
        if (!is_libcs(s) && sigaction(s, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL) != 0)
            printf("%d is refused\n", s);
    burn_ms(BURN);
}

static void reset_by_signal(void)
{
    for (int s = 1; s <= LAST; s++)
        signal(s, SIG_DFL);
    burn_ms(BURN);
}

static void ignore_all(void)
{
    for (int s = 1; s <= LAST; s++)
        signal(s, SIG_IGN);
    burn_ms(BURN);
}

static void handler_without_timer(void)
{
    for (int s = 1; s <= LAST; s++)
        signal(s, count);
    burn_ms(BURN);
    for (int s = 1; s <= LAST; s++)
        if (seen[s])
            printf("%d came %d times\n", s, (int)seen[s]);
}

/* It expires at the tick only: what is too much counts. */
static void profiling_timer(void)
{
    uint64_t before = cpu_ns(CLOCK_PROCESS_CPUTIME_ID);
    struct itimerval each = { { 0, 20000 }, { 0, 20000 } };
    signal(SIGPROF, count);
    setitimer(ITIMER_PROF, &each, NULL);
    burn_ms(2 * BURN);
    setitimer(ITIMER_PROF, &(struct itimerval){ 0 }, NULL);
    uint64_t most = (cpu_ns(CLOCK_PROCESS_CPUTIME_ID) - before) / 20000000u;
    int n = seen[SIGPROF];
    printf("the timer expired, and not too often: %d\n", n > 0 && n <= (int)most * 3 / 2);
}

static void *burn_and_send(void *main_thread)
{
    burn_ms(BURN);
    pthread_kill(*(pthread_t *)main_thread, SIGUSR1);
    return NULL;
}

static pthread_t start_burning_with_all_blocked(void)
{
    static pthread_t self;
    pthread_t thread;
    sigset_t all;
    self = pthread_self();
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_create(&thread, NULL, burn_and_send, &self);
    return thread;
}

static void wait_for_all(void)
{
    sigset_t all, others;
    siginfo_t info;
    int signal = 0, result;
    pthread_t thread = start_burning_with_all_blocked();
    sigfillset(&all);
    others = all;
    sigdelset(&others, SIGUSR1);
    for (int ms = BURN; ms > 0; ms -= 10) {
        burn_ms(10);
        if ((result = sigtimedwait(&others, &info, &(struct timespec){ .tv_nsec = 1000 })) >= 0 || errno != EAGAIN)
            printf("sigtimedwait: %d %s\n", result, result < 0 ? strerror(errno) : "");
    }
    result = sigwait(&all, &signal);
    printf("sigwait: %d, signal %d\n", result, signal);
    pthread_join(thread, NULL);
}

static void signals_by_descriptor(void)
{
    sigset_t all;
    struct signalfd_siginfo info[LAST];
    pthread_t thread = start_burning_with_all_blocked();
    sigfillset(&all);
    int fd = signalfd(-1, &all, SFD_NONBLOCK);
    burn_ms(BURN);
    pthread_join(thread, NULL);
    ssize_t n = read(fd, info, sizeof info);
    for (size_t i = 0; n > 0 && i < (size_t)n / sizeof *info; i++)
        printf("read signal %d\n", (int)info[i].ssi_signo);
    close(fd);
}

/* Ours, as it is chosen where nothing else uses it. */
#define OURS (SIGRTMAX - 3)

static pid_t send_soon(int value)
{
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        usleep(20000);
        sigqueue(parent, OURS, (union sigval){ .sival_int = value });
        _exit(0);
    }
    return child;
}

static void send_to_itself(int value)
{
    waitpid(send_soon(value), NULL, 0);
}

static void print_mask(const char *what);
static void print_set(const char *what, const sigset_t *set);

/* Meant by the host, and waited for in each way. */
static void wait_for_ours(void)
{
    sigset_t ours, none, pending;
    siginfo_t info;
    struct signalfd_siginfo read_info;
    struct sigaction its = { .sa_handler = count };
    struct timespec soon = { .tv_sec = 1 };
    int number = 0;
    burn_ms(BURN / 2);
    sigemptyset(&none);
    sigfillset(&its.sa_mask);
    sigaction(SIGUSR2, &its, NULL);
    sigemptyset(&ours);
    sigaddset(&ours, OURS);
    sigprocmask(SIG_BLOCK, &ours, NULL);
    print_mask("its mask");
    sigaction(SIGUSR2, NULL, &its);
    print_set("its handler's", &its.sa_mask);
    burn_ms(BURN);
    send_to_itself(1);
    sigpending(&pending);
    print_set("pending", &pending);
    int result = sigtimedwait(&ours, &info, &soon);
    printf("sigtimedwait: %d, value %d\n", result, info.si_value.sival_int);
    send_to_itself(2);
    result = sigwait(&ours, &number);
    printf("sigwait: %d, signal %d\n", result, number);
    int fd = signalfd(-1, &ours, 0);
    send_to_itself(3);
    result = poll(&(struct pollfd){ .fd = fd, .events = POLLIN }, 1, 1000);
    if (result == 1 && read(fd, &read_info, sizeof read_info) == sizeof read_info)
        printf("read signal %d, value %d\n", (int)read_info.ssi_signo, (int)read_info.ssi_int);
    signal(OURS, count);
    send_to_itself(4);
    sigsuspend(&none);
    printf("it came %d times\n", (int)seen[OURS]);
    burn_ms(BURN);
}

static void *nothing(void *unused)
{
    return unused;
}

/* With threads it is never told of it, and lives on. */
static void wait_too_late(void)
{
    pthread_t thread;
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, OURS);
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    sigprocmask(SIG_BLOCK, &ours, NULL);
    burn_ms(BURN);
    pid_t child = send_soon(1);
    sigtimedwait(&ours, NULL, &(struct timespec){ .tv_nsec = 200000000 });
    waitpid(child, NULL, 0);
    printf("lives on\n");
}

static int pipes[2];
static volatile sig_atomic_t others;

static void on_io(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_fd == pipes[0])
        seen[signal]++;
    else
        others++;
}

/* By a descriptor of its own; its handler is there when the recording begins another file. */
static void input_by_signals(void)
{
    struct sigaction action = { .sa_sigaction = on_io, .sa_flags = SA_SIGINFO | SA_RESTART };
    int sent = 0;
    char byte = 0;
    if (pipe(pipes) != 0)
        return;
    sigaction(SIGIO, &action, NULL);
    fcntl(pipes[0], F_SETSIG, SIGIO);
    fcntl(pipes[0], F_SETOWN, getpid());
    fcntl(pipes[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    for (int ms = 0; ms < 6 * BURN; ms += 10) {
        sent += write(pipes[1], &byte, 1) == 1;
        burn_ms(10);
        while (read(pipes[0], &byte, 1) > 0)
            continue;
    }
    printf("%d were missed, %d are others'\n", sent - (int)seen[SIGIO], (int)others);
}

static void *burn(void *unused)
{
    burn_ms(BURN);
    return unused;
}

/* As unbound's and rsyslog's threads. */
static void blocked_threads(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setsigmask_np(&attributes, &all);
    pthread_create(&thread, &attributes, burn, NULL);
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_create(&thread, NULL, burn, NULL);
    burn_ms(BURN);
    pthread_join(thread, NULL);
}

static void print_upto(int last, const char *what, const sigset_t *set)
{
    printf("%s:", what);
    for (int s = 1; s <= last; s++)
        if (!is_libcs(s) && sigismember(set, s) == 1)
            printf(" %d", s);
    printf("\n");
}

static void print_set(const char *what, const sigset_t *set)
{
    print_upto(LAST, what, set);
}

static void print_mask(const char *what)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    print_set(what, &mask);
}

static void handler_of_all(int signal, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    seen[signal]++;
    if (signal != SIGUSR1)
        return;
    sigset_t mask; /* of the real-time signals ours is let through, so that handlers are sampled */
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    print_upto(SIGSYS, "in a handler that blocks all", &mask);
}

static void what_is_told(void)
{
    sigset_t all, none, half, before;
    sigfillset(&all);
    sigemptyset(&none);
    half = none;
    for (int s = 1; s <= LAST; s += 2)
        sigaddset(&half, s);
    print_mask("at first");
    pthread_sigmask(SIG_BLOCK, &all, &before);
    print_set("before all were blocked", &before);
    print_mask("all");
    sigprocmask(SIG_UNBLOCK, &half, &before);
    print_set("before half were not", &before);
    print_mask("half");
    half = before;
    sigprocmask(SIG_SETMASK, &half, &before);
    print_mask("all again");
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int s = 1; s <= LAST; s++) {
        struct sigaction its, ours = { .sa_sigaction = handler_of_all, .sa_flags = SA_SIGINFO | SA_NODEFER }, again;
        ours.sa_mask = all;
        int result = sigaction(s, NULL, &its);
        printf("%d: %d handler %d flags %x\n", s, result, result == 0 && its.sa_handler != SIG_DFL,
               result == 0 ? (unsigned)its.sa_flags : 0);
        if (is_libcs(s))
            continue;
        result = sigaction(s, &ours, &its);
        sigaction(s, NULL, &again);
        printf("%d: %d handler %d, then %d flags %x\n", s, result, its.sa_handler != SIG_DFL,
               again.sa_sigaction == handler_of_all, (unsigned)again.sa_flags);
        print_set("its mask", &again.sa_mask);
        raise(s);
        printf("it came %d times\n", (int)seen[s]);
    }
    burn_ms(BURN);
}

static void calls_that_a_signal_ends(void)
{
    sigset_t none;
    int ended = 0;
    sigemptyset(&none);
    struct timespec soon = { .tv_nsec = 100000 };
    int epoll = epoll_create1(0);
    for (int i = 0; i < BURN; i++) {
        struct epoll_event event;
        burn_ms(1);
        ended += ppoll(NULL, 0, &soon, &none) < 0;
        ended += pselect(0, NULL, NULL, NULL, &soon, &none) < 0;
        ended += epoll_pwait(epoll, &event, 1, 1, &none) < 0;
    }
    close(epoll);
    printf("%d ended early\n", ended);
}

static void suspend_until_the_childs_end(void)
{
    sigset_t chld, before;
    int returns = 0;
    signal(SIGCHLD, count);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, &before);
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            usleep(1000);
            _exit(0);
        }
        int n = seen[SIGCHLD];
        burn_ms(BURN / 20);
        while (seen[SIGCHLD] == n) {
            sigsuspend(&before);
            returns++;
        }
        wait(NULL);
    }
    printf("sigsuspend returned %d times\n", returns);
}

/* Without 32 and 33, which are libc's own: it installs handlers for them as soon as a process has threads, and exec
 * then makes them what they were not when they were inherited as ignored. */
static void status_of(const char *name)
{
    const unsigned long long libc = 3ull << 31;
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0)
            printf("%s:\t%016llx\n", name, strtoull(line + strlen(name) + 1, NULL, 16) & ~libc);
    fclose(f);
}

static void as_inherited(void)
{
    status_of("SigBlk");
    status_of("SigIgn");
    status_of("SigCgt");
}

static void print_end(const char *what, int result, pid_t child)
{
    int status = -1;
    if (result == 0)
        waitpid(child, &status, 0);
    printf("%s: %d, ends with %d\n", what, result, status);
}

static void spawn(const char *what, const posix_spawnattr_t *attributes)
{
    char *arguments[] = { (char *)program, "inherited", NULL }, *nothing[] = { NULL };
    pid_t child = -1;
    fflush(stdout);
    print_end(what, posix_spawn(&child, program, NULL, attributes, arguments, nothing), child);
}

/* By a shell of libc's; without LD_PRELOAD, as spawned. */
static void by_shell(void)
{
    char command[4096], line[256];
    snprintf(command, sizeof command, "exec env -i '%s' inherited", program);
    fflush(stdout);
    printf("system: %d\n", system(command));
    fflush(stdout);
    FILE *output = popen(command, "r");
    while (output && fgets(line, sizeof line, output))
        printf("popen: %s", line);
    printf("pclose: %d\n", output ? pclose(output) : -1);
}

static void execute(const char *what)
{
    char *arguments[] = { (char *)program, "inherited", NULL }, *nothing[] = { NULL };
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execve("/nonexistent", arguments, nothing);
        execve(program, arguments, nothing);
        _exit(127);
    }
    print_end(what, 0, child);
}

static void children(void)
{
    sigset_t all;
    posix_spawnattr_t attributes;
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    spawn("spawned", NULL);
    spawn("spawned with attributes", &attributes);
    execute("executed");
    for (int s = 1; s <= LAST; s++)
        signal(s, count);
    execute("with handlers");
    sigprocmask(SIG_BLOCK, &all, NULL);
    execute("with all blocked");
    spawn("spawned with all blocked", NULL);
    by_shell();
    for (int s = 1; s <= LAST; s++)
        if (s != SIGCHLD)
            signal(s, SIG_IGN);
    execute("with all ignored");
    printf("system: %d\n", system("exit 3"));
    burn_ms(BURN);
}

/* As taskset and nice do; what is no program is tried first. */
static void execute_another(void)
{
    char name[] = "/tmp/whodunit-no-program-XXXXXX";
    int fd = mkstemp(name);
    fchmod(fd, 0700);
    close(fd);
    burn_ms(BURN);
    int result = execl(name, name, (char *)NULL);
    printf("%d %s\n", result, strerror(errno));
    unlink(name);
    result = execl(name, name, (char *)NULL);
    printf("%d %s\n", result, strerror(errno));
    burn_ms(BURN);
    fflush(stdout);
    execlp(program, program, "reset", (char *)NULL);
    printf("lives on\n");
}

static const struct signal_case cases[] = {
    { "reset", reset },
    { "reset-by-signal", reset_by_signal },
    { "ignore", ignore_all },
    { "handler", handler_without_timer },
    { "timer", profiling_timer },
    { "wait", wait_for_all },
    { "signalfd", signals_by_descriptor },
    { "wait-for-ours", wait_for_ours },
    { "wait-too-late", wait_too_late },
    { "io", input_by_signals },
    { "blocked", blocked_threads },
    { "told", what_is_told },
    { "ended", calls_that_a_signal_ends },
    { "suspend", suspend_until_the_childs_end },
    { "inherited", as_inherited },
    { "children", children },
    { "exec", execute_another },
};

int main(int argc, char **argv)
{
    program = argv[0];
    return run_case(argc, argv, cases, sizeof cases / sizeof *cases);
}
