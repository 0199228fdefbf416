/* SPDX-License-Identifier: Apache-2.0 */
/* A server with a thread for each connection: it answers. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "exchange.h"

static const struct kind *kind;

static size_t answer(struct message m, char *bytes)
{
    m.kind = 'R';
    m.length = chance(4) ? chance(300) : chance(5000);
    return message_write(bytes, &m);
}

static void *serve(void *argument)
{
    struct ends *ends = argument;
    struct inbox *inbox = calloc(1, sizeof *inbox);
    struct message m;
    char bytes[MOST];
    int gone = 0;
    chance_begin((unsigned)(uintptr_t)&gone ^ (unsigned)getpid());
    struct timeval patience = { .tv_usec = 200000 };
    int is_told = kind->shape != PAIRED || kind->type != SOCK_DGRAM; /* where the other end is gone */
    if (!is_told)
        setsockopt(ends->in, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while (!gone && (inbox_receive(inbox, ends->in, kind, NULL, NULL) > 0 || (!is_told && !totals->is_over)))
        while (!gone && inbox_take(inbox, AT_SERVER, &m, bytes))
            gone = put_message(ends->out, bytes, answer(m, bytes), kind->keeps_messages) != 0;
    close(ends->in);
    if (ends->out != ends->in)
        close(ends->out);
    free(inbox);
    free(ends);
    return NULL;
}

static pthread_t start(struct ends ends)
{
    struct ends *mine = malloc(sizeof *mine);
    *mine = ends;
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, mine) != 0)
        fail("thread");
    return thread;
}

static void serve_datagrams(int fd)
{
    struct inbox inbox = { 0 };
    struct message m;
    char bytes[MOST];
    while (!totals->is_over) {
        union address from;
        socklen_t length;
        if (inbox_receive(&inbox, fd, kind, &from, &length) <= 0)
            continue;
        inbox_take(&inbox, AT_SERVER, &m, bytes);
        sendto(fd, bytes, answer(m, bytes), 0, &from.any, length);
    }
}

void server_run(const struct kind *of, const struct place *place, const struct ends *ends, int count)
{
    kind = of;
    signal(SIGPIPE, SIG_IGN);
    struct timeval patience = { .tv_usec = 200000 };
    if (kind->shape == PAIRED) {
        pthread_t threads[16];
        for (int i = 0; i < count; i++)
            threads[i] = start(ends[i]);
        for (int i = 0; i < count; i++)
            pthread_join(threads[i], NULL);
        exit(0);
    }
    setsockopt(place->listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (kind->shape == DATAGRAMS)
        serve_datagrams(place->listener);
    while (!totals->is_over) {
        int fd = accept(place->listener, NULL, NULL);
        if (fd >= 0)
            pthread_detach(start((struct ends){ fd, fd }));
    }
    exit(0);
}
