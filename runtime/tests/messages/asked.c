/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the kernel is asked about each connection: the functions are the program's own, so the library calls them. A
 * connection that lasts for one request pays for each of them.
 */
#include "loopback.h"

enum { CONNECTIONS = 20, ENDS = 2 * CONNECTIONS };

static int asked_options, asked_names;

__attribute__((visibility("default"))) int getsockopt(int fd, int level, int option, void *value, socklen_t *length)
{
    asked_options++;
    return (int)syscall(SYS_getsockopt, fd, level, option, value, length);
}

__attribute__((visibility("default"))) int getpeername(int fd, struct sockaddr *address, socklen_t *length)
{
    asked_names++;
    return (int)syscall(SYS_getpeername, fd, address, length);
}

__attribute__((visibility("default"))) int getsockname(int fd, struct sockaddr *address, socklen_t *length)
{
    asked_names++;
    return (int)syscall(SYS_getsockname, fd, address, length);
}

int main(void)
{
    struct sockaddr_in address;
    alarm(60);
    be_recorded();
    int listener = listening(&address);
    asked_options = asked_names = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
        int client = connected(&address), server = accept(listener, NULL, NULL);
        sends(client, "GET /a HTTP/1.1\r\n\r\n");
        receives(server);
        sends(server, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        receives(client);
        close(client);
        close(server);
    }
    printf("%d options and %d names of %d ends\n", asked_options, asked_names, ENDS);
    must(asked_names == 2 * ENDS, "each end's own name and its peer's are asked for, once");
    must(asked_options <= ENDS, "one option is asked for at most");
    return 0;
}
