/* SPDX-License-Identifier: Apache-2.0 */
#include "peer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "identity.h"
#include "shared.h"
#include "symbols.h"
#include "tool.h"
#include "users.h"

struct wd_peer {
    int connection;
    int process; /* pidfd */
    int recorded;
    int has_begun;  /* at some time */
    wd_u64 program; /* that has connected */
    struct ucred who;
};

static int recorded, begun;

struct wd_peer *wd_peer_new(int connection)
{
    struct ucred who;
    int process = wd_identity_of(connection, &who);
    struct wd_peer *peer = process < 0 ? NULL : calloc(1, sizeof *peer);
    if (!peer || !wd_users_admit(who.uid)) {
        if (process >= 0)
            close(process);
        free(peer);
        return NULL;
    }
    *peer = (struct wd_peer){ .connection = connection, .process = process, .who = who };
    peer->program = wd_shared_program(process);
    return peer;
}

static void note_recorded(struct wd_peer *peer, int now)
{
    int before = recorded;
    recorded += now - peer->recorded;
    peer->recorded = now;
    if ((before > 0) != (recorded > 0))
        for (const struct wd_tool *const *t = wd_tools; *t; t++)
            if ((*t)->active)
                (*t)->active(recorded > 0);
}

static unsigned begin(struct wd_peer *peer, const struct wd_kernel_request *request)
{
    struct wd_process process = {
        .program = peer->program, .context_at = request->context_at, .signal = request->signal, .waits = 1
    };
    if (request->signal != 0 && ((int)request->signal < SIGRTMIN || (int)request->signal > SIGRTMAX))
        return EINVAL;
    if (!wd_identity_fits(peer->process, &peer->who))
        return EACCES;
    if (wd_shared_begin(peer->process, &process) != 0)
        return (unsigned)errno;
    note_recorded(peer, 1);
    begun += !peer->has_begun;
    peer->has_begun = 1;
    return 0;
}

static void end(struct wd_peer *peer)
{
    if (!peer->recorded)
        return;
    wd_shared_end(peer->process, peer->program);
    note_recorded(peer, 0);
}

static void count(struct wd_peer *peer, struct wd_kernel_answer *answer)
{
    struct wd_process process;
    if (wd_shared_look(peer->process, &process) == 0)
        memcpy(answer->count, process.count, sizeof answer->count);
    else
        answer->error = (unsigned)errno;
}

static void name_stack(unsigned number, struct wd_kernel_answer *answer)
{
    const struct wd_stack *stack = wd_shared_stack(number);
    size_t used = 0;
    for (unsigned i = 0; stack && i < stack->length; i++) {
        /* but for the innermost, what is there is where a call returns to */
        const char *name = wd_kernel_function_at(stack->ip[i] - (i > 0));
        int n = snprintf(answer->text + used, sizeof answer->text - used, "%s", name ? name : "kernel");
        if (n < 0 || used + (size_t)n + 1 >= sizeof answer->text)
            break;
        used += (size_t)n + 1;
        answer->names++;
    }
    if (!stack)
        answer->error = ENOENT;
}

static void respond(struct wd_peer *peer, const struct wd_kernel_request *request, struct wd_kernel_answer *answer)
{
    if (request->version != WD_KERNEL_VERSION) {
        answer->error = EPROTO;
        return;
    }
    switch ((enum wd_kernel_ask)request->ask) {
    case WD_KERNEL_HELLO:
        for (const struct wd_tool *const *t = wd_tools; *t; t++)
            if ((*t)->describe)
                (*t)->describe(answer);
        break;
    case WD_KERNEL_BEGIN: answer->error = begin(peer, request); break;
    case WD_KERNEL_END:
        count(peer, answer);
        end(peer);
        break;
    case WD_KERNEL_COUNTS: count(peer, answer); break;
    case WD_KERNEL_STACK: name_stack(request->number, answer); break;
    default: answer->error = EINVAL;
    }
}

/* A child that has the connection as well is not who has connected. */
int wd_peer_serve(struct wd_peer *peer)
{
    static struct wd_kernel_answer answer;
    struct wd_kernel_request request;
    pid_t says;
    ssize_t n = wd_identity_receive(peer->connection, &request, sizeof request, &says);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    if (n != (ssize_t)sizeof request)
        return 0;
    memset(&answer, 0, sizeof answer);
    if (says == peer->who.pid)
        respond(peer, &request, &answer);
    else
        answer.error = EACCES;
    return send(peer->connection, &answer, sizeof answer, MSG_NOSIGNAL) == (ssize_t)sizeof answer;
}

void wd_peer_end(struct wd_peer *peer)
{
    end(peer);
    close(peer->connection);
    close(peer->process);
    wd_users_leave(peer->who.uid);
    begun -= peer->has_begun;
    free(peer);
}

int wd_peers_begun(void)
{
    return begun;
}
