/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that becomes another user, or limits itself, for credentials.py:
 * user: as root, keeping its capabilities on this thread alone, as setpriv and named do; then it works.
 * server: as root, becoming another for good, as most servers do.
 * memory: with 200 MB of address space, of which it takes 150; says what limit it has.
 * child: in a forked child that allows itself next to no system call, as sshd and vsftpd do for each connection.
 */
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

enum { BURN_MS = 240, USER = 65534, LIMIT_MB = 200, TAKEN_MB = 150 };

static int become_user(void)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct may[2];
    syscall(SYS_capget, &head, may);
    prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    printf("%d ", setresuid(USER, USER, USER));
    syscall(SYS_capset, &head, may);
    printf("%d ", setresgid(USER, USER, USER));
    printf("%d\n", setgroups(0, NULL));
    fflush(stdout);
    burn_ms(BURN_MS);
    return 0;
}

static int become_user_for_good(void)
{
    printf("%d ", setgid(USER));
    printf("%d\n", setuid(USER));
    fflush(stdout);
    burn_ms(BURN_MS);
    return 0;
}

static int limit_memory(void)
{
    const struct rlimit limit = { LIMIT_MB << 20, LIMIT_MB << 20 };
    struct rlimit is;
    setrlimit(RLIMIT_AS, &limit);
    getrlimit(RLIMIT_AS, &is);
    void *taken = mmap(NULL, TAKEN_MB << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%lu %lu %s\n", (unsigned long)is.rlim_cur >> 20, (unsigned long)is.rlim_max >> 20,
           taken == MAP_FAILED ? "no memory" : "memory");
    fflush(stdout);
    burn_ms(BURN_MS);
    return 0;
}

static volatile uint64_t burnt;

static void live_in_child(void)
{
    static struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog filter = { sizeof program / sizeof *program, program };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
    for (uint64_t i = 0; i < 200000000; i++) /* some ticks, without asking any clock */
        burnt += i;
    _exit(7);
}

static int fork_child(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        live_in_child();
    waitpid(child, &status, 0);
    printf(WIFEXITED(status) ? "exit %d\n" : "signal %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    fflush(stdout);
    burn_ms(BURN_MS);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "user") == 0)
        return become_user();
    if (strcmp(what, "server") == 0)
        return become_user_for_good();
    return strcmp(what, "memory") == 0 ? limit_memory() : fork_child();
}
