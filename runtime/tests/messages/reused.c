/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reused.c: a client that connects, sends and closes, again and again: by a system call of its own, as node's libuv
 * does, so that each connection has the number of one before, of whose end nobody has seen. Prints for whom the server
 * works.
 */
#include <stdlib.h>

#include "loopback.h"

enum { CONNECTIONS = 4 };

static void serve(int listener)
{
    for (int i = 0; i < CONNECTIONS; i++) {
        int client = accept(listener, NULL, NULL);
        must(client >= 0, "accept");
        receives(client);
        tell_work("server");
        sends(client, "an answer");
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
        must(syscall(SYS_close, fd) == 0, "close");
    }
    ended(child);
    return 0;
}
