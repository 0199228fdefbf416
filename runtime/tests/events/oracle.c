/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into a server in front of libwhodunit.so: it knows the truth, because
 * what each test client asks for, and the answer, hold "client=<n>;".
 *
 * accept() names a transaction per client connection. A request read from a
 * client tells which connection is client n's; whatever goes to or comes from the
 * server behind then says in its own bytes whose it is, and the thread's context
 * must agree. ORACLE names the file that gets the verdict: "right N wrong N".
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "whodunit_event.h"

#define EXPORT __attribute__((visibility("default")))
enum { LIMIT = 4096 };

enum { BEHIND = -1 };
static int connection_of_fd[LIMIT]; /* 1, 2, … in the order of accept; BEHIND: to the server behind; 0: other files */
static int connection_of_client[LIMIT];
static int connections;
static long right, wrong; /* atomic */

/* The function behind ours: libwhodunit's. */
#define NEXT(type, name, parameters) \
    static type(*next) parameters;   \
    if (!next)                       \
    *(void **)&next = dlsym(RTLD_NEXT, name)

static int name_client(int fd)
{
    char name[32];
    if (fd >= 0 && fd < LIMIT) {
        connection_of_fd[fd] = ++connections; /* one thread accepts */
        snprintf(name, sizeof name, "connection %d", connections);
        whodunit_context before = whodunit_begin(name);
        whodunit_event_carry(fd);
        whodunit_end(before);
    }
    return fd;
}

EXPORT int accept(int fd, struct sockaddr *a, socklen_t *n)
{
    NEXT(int, "accept", (int, struct sockaddr *, socklen_t *));
    return name_client(next(fd, a, n));
}

EXPORT int accept4(int fd, struct sockaddr *a, socklen_t *n, int flags)
{
    NEXT(int, "accept4", (int, struct sockaddr *, socklen_t *, int));
    return name_client(next(fd, a, n, flags));
}

EXPORT int connect(int fd, const struct sockaddr *a, socklen_t n)
{
    NEXT(int, "connect", (int, const struct sockaddr *, socklen_t));
    if (fd >= 0 && fd < LIMIT)
        connection_of_fd[fd] = BEHIND;
    return next(fd, a, n);
}

static void judge(int client)
{
    char expected[32], path[1024];
    int n = snprintf(expected, sizeof expected, "connection %d > ", connection_of_client[client]);
    whodunit_describe(whodunit_current(), path, sizeof path);
    int agrees = strncmp(path, expected, (size_t)n) == 0;
    __atomic_add_fetch(agrees ? &right : &wrong, 1, __ATOMIC_RELAXED);
    if (!agrees && wrong <= 10)
        fprintf(stderr, "oracle: client %d is '%s' but the path is '%s'\n", client, expected, path);
}

/* Every "client=<n>;" in what was read from, or written to, a descriptor. */
static void look(int fd, const char *bytes, ssize_t size, int is_read)
{
    static const char mark[] = "client=";
    if (fd < 0 || fd >= LIMIT || size <= 0 || connection_of_fd[fd] == 0 || (!is_read && connection_of_fd[fd] != BEHIND))
        return;
    const char *end = bytes + size;
    for (const char *p = bytes; (p = memmem(p, (size_t)(end - p), mark, sizeof mark - 1)) != NULL;) {
        p += sizeof mark - 1;
        int client = 0;
        while (p < end && *p >= '0' && *p <= '9')
            client = client * 10 + *p++ - '0';
        if (p == end || *p != ';' || client >= LIMIT)
            continue; /* cut */
        if (connection_of_fd[fd] == BEHIND)
            judge(client);
        else
            connection_of_client[client] = connection_of_fd[fd];
    }
}

EXPORT ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    NEXT(ssize_t, "recv", (int, void *, size_t, int));
    ssize_t n = next(fd, buffer, size, flags);
    look(fd, buffer, n, 1);
    return n;
}

EXPORT ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t room, int flags)
{
    (void)room;
    return recv(fd, buffer, size, flags);
}

EXPORT ssize_t read(int fd, void *buffer, size_t size)
{
    NEXT(ssize_t, "read", (int, void *, size_t));
    ssize_t n = next(fd, buffer, size);
    look(fd, buffer, n, 1);
    return n;
}

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t size, size_t room)
{
    (void)room;
    return read(fd, buffer, size);
}

EXPORT ssize_t send(int fd, const void *buffer, size_t size, int flags)
{
    NEXT(ssize_t, "send", (int, const void *, size_t, int));
    ssize_t n = next(fd, buffer, size, flags);
    look(fd, buffer, n, 0);
    return n;
}

EXPORT ssize_t write(int fd, const void *buffer, size_t size)
{
    NEXT(ssize_t, "write", (int, const void *, size_t));
    ssize_t n = next(fd, buffer, size);
    look(fd, buffer, n, 0);
    return n;
}

__attribute__((destructor)) static void report(void)
{
    const char *path = getenv("ORACLE");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        fprintf(f, "right %ld wrong %ld\n", right, wrong);
        fclose(f);
    }
}
