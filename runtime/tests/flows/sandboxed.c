/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process that gives up system calls, and goes on with critical sections that
 * nobody has seen before: sandboxed HOW. strict: all but read, write and exit.
 * files: a filter ends it where it opens one. masks: where it blocks signals.
 * Prints that it is there still.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ROUNDS = 300 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;
static volatile long counter;
static void (*made)(void);

static __attribute__((noinline)) void before(void)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
}

static __attribute__((noinline)) void after(void)
{
    pthread_mutex_lock(&other);
    counter++;
    pthread_mutex_unlock(&other);
    pthread_mutex_lock(&third);
    made();
    counter++;
    pthread_mutex_unlock(&third);
}

static void refuse(unsigned call)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof program / sizeof *program, program };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0)
        _exit(77);
}

int main(int count, char **argument)
{
    const char *how = count > 1 ? argument[1] : "";
    /* what is no file's has to be looked for in what is mapped */
    unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 77;
    code[0] = 0xc3;
    mprotect(code, 4096, PROT_READ | PROT_EXEC);
    *(void **)&made = code;
    for (int i = 0; i < ROUNDS; i++)
        before();
    if (strcmp(how, "strict") == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) != 0)
        return 77;
    if (strcmp(how, "files") == 0)
        refuse(SYS_openat);
    if (strcmp(how, "masks") == 0)
        refuse(SYS_rt_sigprocmask);
    for (int i = 0; i < ROUNDS; i++)
        after();
    static const char said[] = "still there\n";
    long written = write(1, said, sizeof said - 1);
    syscall(SYS_exit, written != sizeof said - 1);
}
