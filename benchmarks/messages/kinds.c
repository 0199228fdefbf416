/* SPDX-License-Identifier: Apache-2.0 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange.h"

static const struct kind kinds[] = {
    { "tcp", CONNECTED, AF_INET, SOCK_STREAM, 0 },
    { "tcp6", CONNECTED, AF_INET6, SOCK_STREAM, 0 },
    { "unix", CONNECTED, AF_UNIX, SOCK_STREAM, 0 },
    { "seqpacket", CONNECTED, AF_UNIX, SOCK_SEQPACKET, 1 },
    { "socketpair", PAIRED, AF_UNIX, SOCK_STREAM, 0 },
    { "seqpair", PAIRED, AF_UNIX, SOCK_SEQPACKET, 1 },
    { "datagrampair", PAIRED, AF_UNIX, SOCK_DGRAM, 1 },
    { "pipe", PAIRED, 0, 0, 0 },
    { "fifo", PAIRED, 0, 1, 0 },
    { "udp", DATAGRAMS, AF_INET, SOCK_DGRAM, 1 },
    { "datagram", DATAGRAMS, AF_UNIX, SOCK_DGRAM, 1 },
};

const struct kind *kind_named(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    fprintf(stderr, "exchanges: no kind is called '%s'\n", name);
    exit(2);
}

/* On a free port, or under a name that the kernel chooses. */
static int open_bound(const struct kind *kind, union address *address, socklen_t *length)
{
    memset(address, 0, sizeof *address);
    address->any.sa_family = (sa_family_t)kind->domain;
    socklen_t bound = sizeof address->any.sa_family;
    if (kind->domain == AF_INET) {
        ((struct sockaddr_in *)address)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        bound = sizeof(struct sockaddr_in);
    } else if (kind->domain == AF_INET6) {
        ((struct sockaddr_in6 *)address)->sin6_addr = in6addr_loopback;
        bound = sizeof(struct sockaddr_in6);
    }
    int fd = socket(kind->domain, kind->type, 0);
    *length = sizeof *address;
    if (fd < 0 || bind(fd, &address->any, bound) != 0 || getsockname(fd, &address->any, length) != 0)
        fail("bind");
    return fd;
}

struct place place_open(const struct kind *kind)
{
    struct place place;
    place.listener = open_bound(kind, &place.address, &place.length);
    if (kind->shape == CONNECTED && listen(place.listener, 64) != 0)
        fail("listen");
    return place;
}

int place_connect(const struct kind *kind, const struct place *place)
{
    union address own;
    socklen_t length;
    int fd = kind->shape == DATAGRAMS ? open_bound(kind, &own, &length) : socket(kind->domain, kind->type, 0);
    if (fd < 0 || connect(fd, &place->address.any, place->length) != 0)
        fail("connect");
    return fd;
}

static void hand_over(int control, const struct handed *what, const int *fds, int count)
{
    char room[CMSG_SPACE(2 * sizeof(int))] = "";
    struct iovec piece = { (void *)what, sizeof *what };
    struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1 };
    if (count > 0) {
        message.msg_control = room;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        struct cmsghdr *c = CMSG_FIRSTHDR(&message);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(c), fds, (size_t)count * sizeof(int));
    }
    if (sendmsg(control, &message, 0) != sizeof *what)
        fail("control");
}

struct ends pair_make(const struct kind *kind, int control, char role)
{
    static int fifos;
    struct handed what = { .role = role };
    int there[2], back[2];
    if (kind->domain) {
        if (socketpair(kind->domain, kind->type, 0, there) != 0)
            fail("socketpair");
        hand_over(control, &what, &there[1], 1);
        close(there[1]);
        return (struct ends){ there[0], there[0] };
    }
    if (kind->type == 0) {
        if (pipe(there) != 0 || pipe(back) != 0)
            fail("pipe");
        hand_over(control, &what, (int[]){ there[0], back[1] }, 2);
        close(there[0]);
        close(back[1]);
        return (struct ends){ back[0], there[1] };
    }
    char name[80];
    snprintf(what.fifo, sizeof what.fifo, "fifo.%d.%d", (int)getpid(), fifos++);
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s.%s", what.fifo, i ? "back" : "there");
        if (mkfifo(name, 0600) != 0)
            fail(name);
    }
    hand_over(control, &what, NULL, 0);
    int out = (snprintf(name, sizeof name, "%s.there", what.fifo), open(name, O_WRONLY));
    int in = (snprintf(name, sizeof name, "%s.back", what.fifo), open(name, O_RDONLY));
    if (in < 0 || out < 0)
        fail(name);
    return (struct ends){ in, out };
}

int pair_take(int control, char *role, struct ends *ends)
{
    char room[CMSG_SPACE(2 * sizeof(int))], name[80];
    struct handed what;
    struct iovec piece = { &what, sizeof what };
    struct msghdr message = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room };
    if (recvmsg(control, &message, 0) != sizeof what)
        return 0;
    *role = what.role;
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    if (c) {
        int fds[2];
        size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(fds, CMSG_DATA(c), n * sizeof(int));
        *ends = (struct ends){ fds[0], fds[n - 1] };
        return 1;
    }
    snprintf(name, sizeof name, "%s.there", what.fifo);
    ends->in = open(name, O_RDONLY | O_NONBLOCK);
    snprintf(name, sizeof name, "%s.back", what.fifo);
    ends->out = open(name, O_RDWR | O_NONBLOCK);
    if (ends->in < 0 || ends->out < 0)
        fail(name);
    return 1;
}
