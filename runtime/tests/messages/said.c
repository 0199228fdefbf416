/* SPDX-License-Identifier: Apache-2.0 */
/*
 * said.c: a loop that says itself whose work it is, before it sends what two clients have asked for. Prints for whom
 * that is, where it arrives: the clients are in the same process as the server.
 *
 * other: what the first one has asked for, for the second one, whose request was received last.
 * none: what nobody has asked for, for the first one.
 * after: what the first one has asked for, when the loop says nothing any more.
 * nested: the second one has asked again; the same as `other`, behind what the loop has said for the first one in
 * between.
 * dedicated: a thread that polls for the first one alone sends for the second one.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "loopback.h"

enum { FIRST, SECOND, BOTH };

#define OF_FIRST "get a-rather-long-key\r\n"
#define OF_SECOND "get its-key\r\n"

static int client[BOTH], server[1];
static uint32_t context[BOTH];
static uint32_t (*attach)(uint32_t), (*detach)(uint32_t);

/* For `who`; BOTH: nothing is said. */
static void sends_for(int who, const char *text)
{
    uint32_t before = who == BOTH ? 0 : attach(context[who]);
    sends(server[0], text);
    if (who != BOTH)
        detach(before);
    must(polled(server[0], client[FIRST]) >= 1, "poll");
    receives(server[0]);
}

static void takes(int who)
{
    must(polled(client[who], server[0]) >= 1, "poll");
    receives(client[who]);
    context[who] = current();
}

static void *relay(void *nothing)
{
    takes(FIRST);
    struct pollfd both[] = { { .fd = client[FIRST], .events = POLLIN }, { .fd = server[0], .events = POLLOUT } };
    must(poll(both, 2, -1) == 1, "poll");
    sends_for(SECOND, OF_FIRST);
    sends(client[FIRST], "done");
    return nothing;
}

static void loop(void)
{
    pthread_t thread;
    takes(FIRST);
    takes(SECOND);
    sends_for(SECOND, OF_FIRST);
    sends_for(FIRST, "something of its own");
    sends_for(BOTH, OF_FIRST);
    takes(SECOND);
    uint32_t outer = attach(context[SECOND]);
    detach(attach(context[FIRST]));
    sends_for(BOTH, OF_FIRST);
    detach(outer);
    sends(client[FIRST], "done");
    must(pthread_create(&thread, NULL, relay, NULL) == 0, "pthread_create");
    pthread_join(thread, NULL);
    sends(client[SECOND], "done");
}

static void asks(int who, const char *type, const char *text)
{
    begin(type);
    sends(client[who], text);
    end(0);
}

static void serves(const char *scene)
{
    receives(server[0]);
    tell_work(scene);
    sends(server[0], "an answer");
}

static void clients_and_server(void)
{
    asks(FIRST, "a", OF_FIRST);
    asks(SECOND, "b", OF_SECOND);
    serves("other");
    serves("none");
    serves("after");
    asks(SECOND, "b", OF_SECOND);
    serves("nested");
    receives(client[FIRST]);
    asks(FIRST, "a", OF_FIRST);
    serves("dedicated");
    receives(client[FIRST]);
    receives(client[SECOND]);
}

int main(void)
{
    be_recorded();
    *(void **)&attach = dlsym(RTLD_DEFAULT, "whodunit_attach");
    *(void **)&detach = dlsym(RTLD_DEFAULT, "whodunit_detach");
    must(attach && detach, "not recorded");
    pid_t child = fork_clients_and_server(client, BOTH, server, 1);
    alarm(30);
    if (child == 0) {
        clients_and_server();
        exit(0);
    }
    loop();
    ended(child);
    return 0;
}
