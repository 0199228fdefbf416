/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that gives up system calls, for seccomp.py: HOW WHAT.
 * HOW: kill or errno (what is done to the others), by prctl; tsync (kill, in all threads), by syscall.
 * WHAT: narrow (what it needs itself and libc's end), wide (also what a recording cannot do without on its threads),
 * most (all but what is to open files).
 * Or "strict": seccomp's strict mode, in which only read, write, exit and sigreturn are left.
 * Or "refused": what the kernel refuses, modes that there are not and filters that cannot be read.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "burn.h"

enum { BURN = 240, ALL = 400 };

static const int narrow[] = { SYS_write, SYS_exit_group, SYS_rt_sigreturn, SYS_clock_gettime };
static const int wide[] = { SYS_write,          SYS_exit_group, SYS_rt_sigreturn, SYS_clock_gettime,
                            SYS_rt_sigprocmask, SYS_getpid,     SYS_futex };

static struct sock_filter program[2 * ALL + 4];
static unsigned short length;

static void add(struct sock_filter instruction)
{
    program[length++] = instruction;
}

static void allow(int call)
{
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1));
    add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static void make_program(const char *what, unsigned otherwise)
{
    add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
    if (strcmp(what, "narrow") == 0)
        for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
            allow(narrow[i]);
    else if (strcmp(what, "wide") == 0)
        for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
            allow(wide[i]);
    else {
        add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0));
        add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    }
    add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise));
}

static volatile uint64_t burnt;

/* As long as `burn_ms(BURN)` has taken, but for asking the clock. */
static void burn_rounds(uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++)
        burnt += i;
}

static uint64_t rounds_of(unsigned ms)
{
    uint64_t begin = cpu_ns(CLOCK_THREAD_CPUTIME_ID), rounds = 0;
    while (cpu_ns(CLOCK_THREAD_CPUTIME_ID) < begin + ms * 1000000ull) {
        burn_rounds(10000);
        rounds += 10000;
    }
    return rounds;
}

static void say(const char *text)
{
    ssize_t n = write(STDOUT_FILENO, text, strlen(text));
    (void)n;
}

static void ask_for_what_is_refused(void)
{
    static const struct {
        unsigned long mode, filter;
    } asked[] = { { 0, 0 }, { 7, 0 }, { SECCOMP_MODE_FILTER, 0 }, { SECCOMP_MODE_FILTER, 8 } };
    struct sock_fprog nowhere = { 4, (struct sock_filter *)8 };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        int result = prctl(PR_SET_SECCOMP, asked[i].mode, asked[i].filter, 0, 0);
        printf("mode %lu: %d %s\n", asked[i].mode, result, strerror(errno));
    }
    printf("program: %d ", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &nowhere, 0, 0));
    printf("%s\n", strerror(errno));
    printf("by syscall: %ld ", syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &nowhere));
    printf("%s\n", strerror(errno));
}

static void be_strict(void)
{
    uint64_t rounds = rounds_of(BURN);
    say(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0 ? "sandboxed\n" : "not sandboxed\n");
    burn_rounds(rounds);
    say("done\n");
    syscall(SYS_exit, 3);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "strict") == 0)
        be_strict();
    if (argc == 2 && strcmp(argv[1], "refused") == 0) {
        ask_for_what_is_refused();
        return 0;
    }
    if (argc < 3)
        return 2;
    int refuses = strcmp(argv[1], "errno") == 0, result;
    uint64_t rounds = rounds_of(BURN);
    make_program(argv[2], refuses ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog filter = { length, program };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (strcmp(argv[1], "tsync") == 0)
        result = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    else
        result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
    say(result == 0 ? "sandboxed\n" : "not sandboxed\n");
    burn_rounds(2 * rounds);
    say("done\n");
    exit(0);
}
