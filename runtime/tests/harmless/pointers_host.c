/* SPDX-License-Identifier: Apache-2.0 */
/* A host that hands the kernel what it cannot read, and prints what it says: for pointers.py. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "burn.h"

enum { ENOUGH_MS = 240, PAGE = 4096 };

static void says(const char *call, long result)
{
    printf("%s: %ld %s\n", call, result, result < 0 ? strerror(errno) : "");
}

/* Rights whose length is not theirs. */
static void sends_rights(size_t length)
{
    int ends[2];
    char byte = 0;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = { 0 };
    struct cmsghdr header = { .cmsg_len = length, .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS };
    struct iovec piece = { &byte, 1 };
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control
    };
    memcpy(control, &header, sizeof header);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    says("sendmsg", sendmsg(ends[0], &message, 0));
    close(ends[0]);
    close(ends[1]);
}

static void waits(const sigset_t *mask)
{
    struct timespec none = { 0, 0 };
    struct epoll_event event;
    int epoll = epoll_create1(0);
    says("sigsuspend", sigsuspend(mask));
    says("ppoll", ppoll(NULL, 0, &none, mask));
    says("pselect", pselect(0, NULL, NULL, NULL, &none, mask));
    says("epoll_pwait", epoll_pwait(epoll, &event, 1, 0, mask));
    says("sigtimedwait", sigtimedwait(mask, NULL, &none));
    says("signalfd", signalfd(-1, mask, 0));
    close(epoll);
}

int main(void)
{
    static const size_t lengths[] = { 0, sizeof(struct cmsghdr) - 1, 4096, 0x1000000, (size_t)-1, (size_t)-7 };
    char *pages = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        sends_rights(lengths[i]);
    waits((const sigset_t *)(const void *)pages);
    says("setrlimit", setrlimit(RLIMIT_AS, (const struct rlimit *)(const void *)pages));
    says("prlimit", prlimit(0, RLIMIT_DATA, (const struct rlimit *)(const void *)pages, NULL));
    says("execve", execve(pages, (char *[]){ NULL }, (char *[]){ NULL }));
    burn_ms(ENOUGH_MS);
    return 0;
}
