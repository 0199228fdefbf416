/* SPDX-License-Identifier: Apache-2.0 */
/*
 * duplicated.c: a server that duplicates the descriptor on which it has received a request, and closes the first one,
 * as Apache's mod_cgid does before it starts a script; and one that asks by a descriptor that was made of another one,
 * or that another process may have sent. Prints for whom it works, in tab-separated fields: behind which step, and for
 * whom.
 */
#include <fcntl.h>

#include "loopback.h"

static int receives_from(int listener)
{
    int client = accept(listener, NULL, NULL);
    receives(client);
    return client;
}

static void starts(int in, int out)
{
    pid_t child = fork();
    if (child == 0) {
        must(dup2(in, 100) == 100 && dup2(out, 101) == 101, "dup2");
        close(in);
        close(out);
        tell_work("in the child");
        close(100);
        tell_work("one is open");
        close(101);
        tell_work("none is open");
        _exit(0);
    }
    ended(child);
}

static void duplicates(int listener)
{
    int client = receives_from(listener), in = dup(client), out = fcntl(client, F_DUPFD_CLOEXEC, 3);
    close(client);
    tell_work("duplicated");
    starts(in, out);
    close(out);
    tell_work("one is open");
    close(in);
    tell_work("none is open");
}

/* The number of the copy is another channel's when the first one is closed. */
static void copy_is_gone(int listener)
{
    int ends[2], client = receives_from(listener), copy = dup(client);
    close(copy);
    must(pipe(ends) == 0 && ends[0] == copy, "pipe");
    tell_work("one is open");
    close(client);
    tell_work("none is open");
}

static int by_rights(int fd)
{
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(sizeof(int))];
    } control = { .head = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS } };
    char byte = 0;
    struct iovec bytes = { &byte, 1 };
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };
    int ends[2], copy;
    memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
    must(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0 && sendmsg(ends[0], &message, 0) == 1 &&
             recvmsg(ends[1], &message, 0) == 1,
         "SCM_RIGHTS");
    memcpy(&copy, CMSG_DATA(&control.head), sizeof copy);
    close(ends[0]);
    close(ends[1]);
    return copy;
}

static void asks_for_each(int listener, int server, int clients, const char *how)
{
    for (int i = 0; i < clients; i++) {
        int client = receives_from(listener);
        tell_work("asked");
        sends(server, "question");
        receives(server);
        tell_work(how);
        close(client);
    }
}

static void three_clients(const struct sockaddr_in *to)
{
    static const char *const types[] = { "a", "b", "c" };
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 3; i++) {
            begin(types[i]);
            sends(connected(to), "request");
        }
        exit(0);
    }
    ended(child);
}

/* A request by `copy_of` a connection that was made here, of a server that is another process; `before` the copy is
 * made by itself. */
static void asks(int listener, const struct sockaddr_in *address, int (*copy_of)(int fd), int before, const char *how)
{
    struct sockaddr_in to_server;
    int of_server = listening(&to_server);
    pid_t child = fork();
    if (child == 0) {
        int asker = accept(of_server, NULL, NULL);
        for (int i = 0; i < 3; i++) {
            receives(asker);
            sends(asker, "answer");
        }
        exit(0);
    }
    int server = connected(&to_server);
    three_clients(address);
    asks_for_each(listener, server, before, "first");
    int copy = copy_of(server);
    asks_for_each(listener, copy, 3 - before, how);
    close(copy);
    close(server);
    ended(child);
}

int main(void)
{
    struct sockaddr_in address;
    be_recorded();
    int listener = listening(&address);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 2; i++) {
            int server = connected(&address);
            begin("a");
            sends(server, "GET / HTTP/1.1\r\n\r\n");
            end(0);
        }
        exit(0);
    }
    duplicates(listener);
    copy_is_gone(listener);
    ended(child);
    asks(listener, &address, dup, 1, "by a copy");
    asks(listener, &address, by_rights, 1, "by rights");
    asks(listener, &address, by_rights, 0, "at once");
    return 0;
}
