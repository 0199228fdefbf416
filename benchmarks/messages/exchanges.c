/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: exchanges KIND EXCHANGES CLIENTS
 *
 * Starts a server, a proxy and clients, kills some of them and starts others, and prints what each was at work for, by
 * its bytes and by what the library says. To be recorded, with messages; in a folder of its own, where FIFOs are.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exchange.h"

#define BACKS 4
#define KILLS 3 /* of the server */

static const struct kind *kind;
static struct place front, back;
static int control[2];

static pid_t start_server(void)
{
    struct ends ends[BACKS];
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; kind->shape == PAIRED && i < BACKS; i++)
            ends[i] = pair_make(kind, control[0], 'S');
        close(control[0]);
        server_run(kind, &back, ends, BACKS);
    }
    return child;
}

static pid_t start_proxy(void)
{
    pid_t child = fork();
    if (child == 0) {
        close(control[0]);
        proxy_run(kind, &front, &back, control[1]);
    }
    return child;
}

static pid_t start_client(unsigned number, unsigned exchanges)
{
    pid_t child = fork();
    if (child == 0) {
        struct ends ends = { -1, -1 };
        if (kind->shape == PAIRED)
            ends = pair_make(kind, control[0], 'C');
        close(control[0]);
        client_run(kind, number, exchanges, &front, ends);
    }
    return child;
}

static void wait_for(pid_t process, const char *what)
{
    int status;
    if (waitpid(process, &status, 0) != process || status != 0) {
        fprintf(stderr, "exchanges: %s ended with status %x\n", what, (unsigned)status);
        exit(1);
    }
}

static void conduct(unsigned exchanges, unsigned clients)
{
    pid_t *running = calloc(clients, sizeof *running);
    unsigned next = 1, kills = 0, left;
    pid_t server = start_server(), proxy = start_proxy();
    do {
        left = 0;
        for (unsigned i = 0; i < clients; i++) {
            int status = 0;
            if (running[i] && waitpid(running[i], &status, WNOHANG) == running[i])
                running[i] = 0;
            if (status && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)) {
                fprintf(stderr, "exchanges: a client ended with status %x\n", (unsigned)status);
                exit(1);
            }
            if (!running[i] && totals->answered < exchanges)
                running[i] = start_client(next++, exchanges);
            left += running[i] != 0;
        }
        if (totals->answered > (kills + 1) * (unsigned long)exchanges / (KILLS + 1) && kills < KILLS &&
            (kind->shape != PAIRED ||
             kind->type != SOCK_DGRAM)) { /* of datagrams nobody is told that the end is gone */
            kills++;
            totals->killed_servers++;
            kill(server, SIGKILL);
            waitpid(server, NULL, 0);
            server = start_server();
        }
        usleep(2000);
    } while (left > 0);
    totals->is_over = 1;
    close(control[0]);
    wait_for(proxy, "the proxy");
    wait_for(server, "the server");
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    kind = kind_named(argv[1]);
    checks_begin();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, control) != 0)
        fail("control");
    if (kind->shape != PAIRED) {
        front = place_open(kind);
        back = place_open(kind);
    }
    conduct((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
    checks_print();
    return 0;
}
