/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "exchange.h"

static __thread uint64_t state = 88172645463325252u;

void fail(const char *what)
{
    fprintf(stderr, "exchanges: %s: %s\n", what, strerror(errno));
    _exit(3);
}

void chance_begin(unsigned seed)
{
    state = 0x9E3779B97F4A7C15u * (seed + 1);
}

unsigned chance(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

/* The body says on every line whose it is. */
size_t message_write(char *to, const struct message *m)
{
    char line[64];
    snprintf(line, sizeof line, "%c %c %04x %08x %06u ------\n", m->kind, m->letter, m->client, m->number, m->length);
    memcpy(to, line, HEAD);
    snprintf(line, sizeof line, "%04x%08x", m->client, m->number);
    for (unsigned i = 0; i < m->length; i++)
        to[HEAD + i] = line[i % 12];
    return HEAD + m->length;
}

void message_read(const char *from, struct message *m)
{
    char head[HEAD + 1] = "";
    memcpy(head, from, HEAD);
    if (sscanf(head, "%c %c %x %x %u", &m->kind, &m->letter, &m->client, &m->number, &m->length) != 5 ||
        (m->kind != 'Q' && m->kind != 'R') || m->length + HEAD > MOST) {
        fprintf(stderr, "exchanges: no message: '%s'\n", head);
        _exit(3);
    }
}

static ssize_t put(int fd, const char *bytes, size_t n, int is_socket)
{
    struct iovec pieces[2] = { { (char *)bytes, n / 2 }, { (char *)bytes + n / 2, n - n / 2 } };
    struct msghdr message = { .msg_iov = pieces, .msg_iovlen = 2 };
    switch (chance(is_socket ? 4 : 2)) {
    case 0: return write(fd, bytes, n);
    case 1: return writev(fd, pieces, 2);
    case 2: return send(fd, bytes, n, 0);
    default: return sendmsg(fd, &message, 0);
    }
}

static int is_socket(int fd)
{
    int type;
    socklen_t length = sizeof type;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
}

int put_message(int fd, const char *bytes, size_t n, int at_once)
{
    int socket = is_socket(fd);
    for (size_t sent = 0; sent < n;) {
        size_t piece = at_once || chance(4) ? n - sent : 1 + chance((unsigned)(n - sent));
        ssize_t done = put(fd, bytes + sent, piece, socket);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        sent += (size_t)done;
    }
    return 0;
}

static ssize_t get(int fd, char *bytes, size_t n, int socket)
{
    struct iovec pieces[2] = { { bytes, n / 2 }, { bytes + n / 2, n - n / 2 } };
    struct msghdr message = { .msg_iov = pieces, .msg_iovlen = 2 };
    switch (chance(socket ? 4 : 2)) {
    case 0: return read(fd, bytes, n);
    case 1: return readv(fd, pieces, 2);
    case 2: return recv(fd, bytes, n, 0);
    default: return recvmsg(fd, &message, 0);
    }
}

static ssize_t receive(struct inbox *inbox, int fd, const struct kind *kind, union address *from, socklen_t *length)
{
    size_t room = sizeof inbox->bytes - inbox->n;
    if (from) {
        *length = sizeof *from;
        return recvfrom(fd, inbox->bytes + inbox->n, room, 0, &from->any, length);
    }
    if (!kind->keeps_messages && chance(3) == 0)
        room = 1 + chance((unsigned)room);
    return get(fd, inbox->bytes + inbox->n, room, is_socket(fd));
}

ssize_t inbox_receive(struct inbox *inbox, int fd, const struct kind *kind, union address *from, socklen_t *length)
{
    ssize_t n;
    do
        n = receive(inbox, fd, kind, from, length);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno == EAGAIN ? -1 : 0;
    inbox->n += (size_t)n;
    inbox->others = 0;
    return n;
}

size_t inbox_take(struct inbox *inbox, enum step step, struct message *m, char *bytes)
{
    if (inbox->n < HEAD)
        return 0;
    message_read(inbox->bytes, m);
    size_t length = HEAD + m->length;
    if (inbox->n < length)
        return 0;
    memcpy(bytes, inbox->bytes, length);
    inbox->n -= length;
    memmove(inbox->bytes, inbox->bytes + length, inbox->n);
    if (inbox->others++ == 0)
        inbox->first = m->letter;
    check(step, inbox->first, inbox->first != m->letter);
    return length;
}
