/* SPDX-License-Identifier: Apache-2.0 */
/*
 * duplicated.c: a server that duplicates the descriptor on which it has received a request, and closes the first one,
 * as Apache's mod_cgid does before it starts a script. Prints for whom it works, in tab-separated fields: behind which
 * step, and for whom.
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
    return 0;
}
