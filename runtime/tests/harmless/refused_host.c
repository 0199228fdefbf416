/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that makes calls on a socket which the kernel refuses, for refused.py: vectors, messages and descriptors that
 * cannot be read, and too many of them. Then it forbids itself to ask for its number, and copies descriptors.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE 4096
#define TOO_MANY 100000

static int ends[2];

static void say(const char *what, long result)
{
    printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
    fflush(stdout);
}

/* The last bytes before a page that cannot be read. */
static void *last(size_t size)
{
    char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages + PAGE, PAGE, PROT_NONE);
    return pages + PAGE - size;
}

static void refused_vectors(void)
{
    struct iovec *vector = last(sizeof *vector), *nowhere = last(0);
    *vector = (struct iovec){ "x", 1 };
    say("writev", writev(ends[0], nowhere, 1));
    say("writev, the second piece", writev(ends[0], vector, 2));
    say("writev, one piece", writev(ends[0], vector, 1));
    say("pwritev2", pwritev2(ends[0], nowhere, 1, -1, 0));
    struct msghdr message = { .msg_iov = nowhere, .msg_iovlen = 1 };
    say("sendmsg", sendmsg(ends[0], &message, 0));
    say("sendmsg, nowhere", sendmsg(ends[0], last(0), 0));
    message = (struct msghdr){ .msg_iov = vector, .msg_iovlen = TOO_MANY };
    say("sendmsg, too many", sendmsg(ends[0], &message, 0));
    struct mmsghdr messages = { .msg_hdr = message };
    say("sendmmsg, too many", sendmmsg(ends[0], &messages, 1, 0));
    say("sendmmsg, nowhere", sendmmsg(ends[0], last(0), 1, 0));
    say("poll, nowhere", poll(last(0), 2, 1));
}

static void forbid_getpid(void)
{
    struct sock_filter program[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpid, 0, 1),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    say("seccomp",
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){ sizeof program / sizeof *program, program }));
}

int main(void)
{
    char byte;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    say("write", write(ends[1], "x", 1));
    say("read", read(ends[0], &byte, 1)); /* so that the thread has had a message */
    refused_vectors();
    forbid_getpid();
    say("dup", dup(ends[0]) >= 0);
    say("dup2", dup2(ends[0], 100));
    say("dup3", dup3(ends[0], 101, 0));
    int pipes[2];
    say("pipe", pipe(pipes));
    say("close", close(100));
    return 0;
}
