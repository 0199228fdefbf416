/* SPDX-License-Identifier: Apache-2.0 */
/* loopback.h: TCP connections within a recorded test program; each function ends the process where it fails. */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recorded.h"

/* A port of its own, which `address` is afterwards. */
static inline int listening(struct sockaddr_in *address)
{
    socklen_t length = sizeof *address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    *address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    must(bind(fd, (struct sockaddr *)address, length) == 0 && listen(fd, 256) == 0 &&
             getsockname(fd, (struct sockaddr *)address, &length) == 0,
         "listen");
    return fd;
}

static inline int connected(const struct sockaddr_in *to)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    must(connect(fd, (const struct sockaddr *)to, sizeof *to) == 0, "connect");
    return fd;
}

static inline void sends(int fd, const char *text)
{
    must(send(fd, text, strlen(text), 0) == (ssize_t)strlen(text), "send");
}

static inline void receives(int fd)
{
    char bytes[256];
    must(recv(fd, bytes, sizeof bytes, 0) > 0, "recv");
}

/* The same past the functions that are followed. */
static inline void sends_unseen(int fd, const char *text)
{
    must(syscall(SYS_write, fd, text, strlen(text)) == (long)strlen(text), "write");
}

static inline void receives_unseen(int fd)
{
    char bytes[256];
    must(syscall(SYS_read, fd, bytes, sizeof bytes) > 0, "read");
}

/* This process is to be a loop; the child that this makes has its clients and the server behind it. What it returns is
 * fork's; the arrays have either's ends of their connections. */
static inline pid_t fork_clients_and_server(int *client, int clients, int *server, int servers)
{
    struct sockaddr_in to_loop, to_server;
    int of_loop = listening(&to_loop), of_server = listening(&to_server);
    pid_t child = fork();
    must(child >= 0, "fork");
    for (int i = 0; i < clients; i++)
        client[i] = child ? accept(of_loop, NULL, NULL) : connected(&to_loop);
    for (int i = 0; i < servers; i++)
        server[i] = child ? connected(&to_server) : accept(of_server, NULL, NULL);
    return child;
}

static inline void ended(pid_t child)
{
    int status;
    must(waitpid(child, &status, 0) == child && status == 0, "the clients have failed");
}

/* How many of them have something. Who polls two descriptors is a loop. */
static inline int polled(int fd, int other)
{
    struct pollfd wanted[2] = { { .fd = fd, .events = POLLIN }, { .fd = other, .events = POLLIN } };
    int n = poll(wanted, 2, -1);
    must(n > 0, "poll");
    return n;
}

#endif
