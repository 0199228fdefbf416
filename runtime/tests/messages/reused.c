/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reused.c: a client that connects, sends and closes, again and again, so that each connection has the number of one
 * before. Both close by a system call: the server as node's libuv does (syscall()), and a file gets the number, which
 * looks like a request; the client without libc, so that nobody sees it. Prints for whom the server works.
 */
#include <fcntl.h>
#include <stdlib.h>

#include "loopback.h"

enum { CONNECTIONS = 4 };

static void close_unseen(int fd)
{
    long result = SYS_close;
    __asm__ volatile("syscall" : "+a"(result) : "D"((long)fd) : "rcx", "r11", "memory");
    must(result == 0, "close");
}

static int looks_like_a_request(void)
{
    static const char bytes[] = "GET /file HTTP/1.1\r\n\r\n";
    char name[] = "reused.XXXXXX";
    int fd = mkstemp(name);
    must(fd >= 0 && write(fd, bytes, sizeof bytes - 1) == sizeof bytes - 1 && lseek(fd, 0, SEEK_SET) == 0, name);
    unlink(name);
    return fd;
}

static const char *name_of(int fd)
{
    static char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    return name;
}

static void serve(int listener)
{
    char bytes[64];
    int file = looks_like_a_request();
    for (int i = 0; i < CONNECTIONS; i++) {
        int client = accept(listener, NULL, NULL);
        must(client >= 0, "accept");
        receives(client);
        tell_work("server");
        sends(client, "an answer");
        must(syscall(SYS_close, client) == 0, "close");
        must(open(name_of(file), O_RDONLY) == client, "another number");
        must(read(client, bytes, sizeof bytes) > 0, "read");
        tell_work("file");
        close(client);
    }
}

int main(void)
{
    struct sockaddr_in address;
    int number = -1;
    be_recorded();
    alarm(30);
    int listener = listening(&address);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0) {
        alarm(30);
        serve(listener);
        exit(0);
    }
    begin("a");
    for (int i = 0; i < CONNECTIONS; i++) {
        int fd = connected(&address);
        must(number < 0 || fd == number, "another number");
        number = fd;
        sends(fd, "what is it?");
        receives(fd);
        close_unseen(fd);
    }
    ended(child);
    return 0;
}
