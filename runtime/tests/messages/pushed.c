/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pushed.c: a loop that answers one client while it has another one's request, as redis does whose BRPOP waited for
 * what an LPUSH brings; how the former asked was not seen. Prints for whom both work, in tab-separated fields: who, and
 * for whom.
 */
#include "loopback.h"

enum { LITTLE_US = 100000 };

static void asks_by(int fd, const char *type, const char *text)
{
    begin(type);
    sends(fd, text);
    end(0);
}

static void both_ask(const int *client)
{
    asks_by(client[0], "a", "get first-long-key\r\n");
    asks_by(client[1], "b", "get first-long-key\r\n");
    receives(client[0]);
    receives(client[1]);
    usleep(LITTLE_US);
    sends_unseen(client[1], "BRPOP queue\r\n");
    usleep(LITTLE_US);
    asks_by(client[0], "a", "LPUSH queue x\r\n");
    receives(client[0]);
    receives(client[1]);
    tell_work("who waited");
}

int main(void)
{
    int client[2], server[1];
    be_recorded();
    pid_t child = fork_clients_and_server(client, 2, server, 1);
    if (child == 0) {
        both_ask(client);
        _exit(0);
    }
    usleep(LITTLE_US);
    polled(client[0], client[1]);
    receives(client[0]);
    receives(client[1]);
    sends(client[0], "done");
    sends(client[1], "done");
    polled(client[0], client[1]);
    receives(client[1]);
    polled(client[0], client[1]);
    receives(client[0]);
    tell_work("the loop");
    sends(client[0], "ok");
    sends(client[1], "x from the queue");
    ended(child);
    return 0;
}
