/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that becomes another user, or limits itself, for credentials.py:
 * user: as root, keeping its capabilities on this thread alone, as setpriv and named do; then it works.
 * server: as root, becoming another for good, as most servers do.
 * closes: all descriptors that it has, as daemons do, then opens its own, of low and of high numbers, which stay what
 * they are while the recording's files are changed.
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
#include <sys/stat.h>
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

enum { ITS = 16, HIGH = 512, FILE_MS = 1400 };

static int close_all(void)
{
    struct stat opened[ITS], is;
    int low[2], fds[ITS], kept = 0;
    close_range(STDERR_FILENO + 1, ~0U, 0);
    for (int i = 0; i < ITS; i += 2) {
        if (pipe(low) != 0)
            return 1;
        fds[i] = low[0];
        fds[i + 1] = dup2(low[1], HIGH + i);
    }
    for (int i = 0; i < ITS; i++)
        fstat(fds[i], &opened[i]);
    burn_ms(FILE_MS);
    for (int i = 0; i < ITS; i++)
        kept += fstat(fds[i], &is) == 0 && is.st_ino == opened[i].st_ino && is.st_dev == opened[i].st_dev;
    printf("%d kept\n", kept);
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
    if (strcmp(what, "closes") == 0)
        return close_all();
    return strcmp(what, "memory") == 0 ? limit_memory() : fork_child();
}
