/* SPDX-License-Identifier: Apache-2.0 */
/*
 * propagation.h: the seam between the calls that we stand in front of (wrap/)
 * and the protocols: how a context gets from sender to receiver. A protocol is a
 * folder of its own and one line in protocols.list; CONTRIBUTING.md, "Add a
 * protocol", has what a callback may do.
 *
 * A protocol is told of each connection that is accepted and made. Those that it
 * follows from there on (wd_propagation_follow) it is told all about. Several may
 * follow a connection until its first bytes tell which one it speaks: whoever
 * does not know them declines.
 */
#ifndef WD_PROPAGATION_H
#define WD_PROPAGATION_H

#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "propagation/descriptor.h"

enum wd_role {
    WD_ROLE_SERVER, /* the connection was accepted */
    WD_ROLE_CLIENT, /* it was made here */
};

struct wd_caller;
struct wd_protocol;
enum { WD_TRANSFER_SCRATCH = 6 };

/* One call that receives or sends. */
struct wd_transfer {
    int fd;
    int flags;     /* MSG_… of the call */
    int error;     /* after the call: errno if it has failed, else 0 */
    uint32_t word; /* the descriptor's, before the call */

    /* What is to be sent, or was received; NULL and 0 before a receive. Before a
     * send the kernel has not checked these addresses yet: look at the lengths. */
    const struct iovec *pieces;
    size_t count;

    ssize_t n;   /* after the call: what it has returned */
    size_t seen; /* after the call: so many of the stream's bytes are in `pieces`; 0 after a peek */

    const struct wd_protocol *alone; /* who alone is told of it, but for the preferred one; NULL: several may be */

    uint64_t size;                         /* bytes to be sent that are in no piece: of a file, of a pipe */
    const struct wd_caller *caller;        /* callers/caller.h: who makes the call that sends; NULL: not known */
    uint64_t scratch[WD_TRANSFER_SCRATCH]; /* wd_transfer_scratch */
};

static inline enum wd_role wd_transfer_role(const struct wd_transfer *transfer)
{
    return transfer->word & WD_FD_CLIENT ? WD_ROLE_CLIENT : WD_ROLE_SERVER;
}

/* Of a call that is about to be made. `scratch` is left as it is, and the rest is written afterwards: to clear all of
 * it takes longer than to look at it. */
static inline void wd_transfer_begin(struct wd_transfer *transfer, int fd, int flags, const struct wd_caller *caller)
{
    transfer->fd = fd;
    transfer->flags = flags;
    transfer->pieces = NULL;
    transfer->count = 0;
    transfer->size = 0;
    transfer->caller = caller;
}

/* What the protocol `channels`, which alone has use for it, keeps from before a call until after it. */
static inline void *wd_transfer_scratch(const struct wd_transfer *transfer)
{
    return ((struct wd_transfer *)transfer)->scratch; /* none is made const */
}

/* Whether a receive may put the thread to sleep; may make a system call. */
int wd_transfer_may_block(const struct wd_transfer *transfer);

/* Bytes that are to be sent. */
static inline uint64_t wd_transfer_size(const struct wd_transfer *transfer)
{
    uint64_t size = transfer->size;
    for (size_t i = 0; i < transfer->count; i++)
        size += transfer->pieces[i].iov_len;
    return size;
}

/* How many of the bytes that were seen are in the first piece. */
static inline size_t wd_transfer_first(const struct wd_transfer *transfer)
{
    size_t seen = transfer->count > 0 ? transfer->seen : 0;
    return seen && transfer->pieces->iov_len < seen ? transfer->pieces->iov_len : seen;
}

/* Shows what was seen, piece by piece. */
static inline void wd_transfer_show(const struct wd_transfer *transfer,
                                    void (*show)(void *user, const void *bytes, size_t n), void *user)
{
    size_t left = transfer->seen;
    for (size_t i = 0; i < transfer->count && left > 0; i++) {
        size_t piece = transfer->pieces[i].iov_len < left ? transfer->pieces[i].iov_len : left;
        show(user, transfer->pieces[i].iov_base, piece);
        left -= piece;
    }
}

struct wd_connections; /* connections.h */

/* Set in a virtual machine whose sockets are followed (wd_propagation_host): its agent, and not what its descriptors
 * bring, gives its threads their contexts. */
extern int wd_propagation_hosted;

/* Whether decrypted bytes are told in this process. */
extern int wd_propagation_decrypts;

enum { WD_TLS_RANDOM = 32 }; /* bytes that a client chooses for each handshake */

/* What a protocol wants to be told; NULL: it is not. Of a descriptor it is told
 * while it follows it. Rules (protocols.list) have only accepted, connects and what
 * is told before a transfer, of descriptors that carry a context
 * (wd_descriptor_carry). All may be called on any thread, also at once; errno is
 * put back behind them. */
struct wd_protocol {
    const char *name;
    struct wd_connections *connections; /* where it keeps the state of each; NULL: nowhere */

    void (*accepted)(int fd);
    void (*made)(int fd,
                 int other); /* a pipe, a socketpair; other -1: it is one end, found open, or a datagram socket */
    void (*duplicated)(int fd, int copy); /* made was told of the copy; both are the same channel's */
    void (*passed)(int fd);               /* before another process gets it, too (SCM_RIGHTS) */
    void (*connects)(int fd);             /* before the call, which may fail, and again at each further one */
    void (*before_receive)(const struct wd_transfer *transfer);
    void (*received)(const struct wd_transfer *transfer);
    void (*before_send)(const struct wd_transfer *transfer);
    void (*sent)(const struct wd_transfer *transfer);

    /* bytes of a connection within TLS, decrypted; what passes encrypted is told as ever (wrap/tls.c). What is about
     * to be sent may not be, or only its beginning: the same bytes are told again then. */
    void (*decrypted_received)(int fd, const void *bytes, size_t n);
    void (*decrypted_sends)(int fd, const void *bytes, size_t n);
    void (*decrypted_sent)(int fd, const void *bytes, size_t n);

    /* Which connection within TLS is it? The accepted descriptor on which a client has just begun its handshake with
     * this random number; -1: none, or several. And a number that no other connection of the descriptor has. */
    int (*handshake)(const unsigned char random[WD_TLS_RANDOM]);
    uint32_t (*epoch)(int fd);

    void (*unseen)(int fd, enum wd_role role);       /* bytes have passed that nobody could see */
    void (*streamed)(int fd, int reads, int writes); /* by stdio, whose calls nobody sees, as well */
    void (*hidden)(int fd);                          /* beside `unseen`: so may further bytes, at any time */
    void (*closed)(int fd, enum wd_role role);       /* before the call; it is followed no longer */
    void (*gone)(void);                              /* after the call: the preferred one's, of what anybody followed */
    void (*idle)(void);                              /* the thread waits for events on any descriptor; see below */
    /* The preferred one's (wd_propagation_prefer). As idle, where the thread waits for these; NULL: for one (accept),
     * or for several that are not told. And the thread waits until another one has something for it: a condition, a
     * semaphore. */
    void (*polls)(const struct pollfd *descriptors, unsigned long n);
    void (*rests)(void);
    /* Another protocol has found that what was just received is a command, of `context` if that is not the root. Its
     * server answers them in turn, and reads on when it has answered all that it has read. */
    void (*claimed)(int fd, whodunit_context context);
};

/* To follow the descriptor from now on, and no longer. A protocol that keeps
 * connections (connections.h) has that done for it. Both are signal-safe. */
void wd_propagation_follow(int fd, const struct wd_protocol *protocol, enum wd_role role);
void wd_propagation_decline(int fd, const struct wd_protocol *protocol);

/* In a virtual machine: from now on `protocol`, and nobody else, is told of its sockets. Before any is followed. */
void wd_propagation_host(const struct wd_protocol *protocol);

/* From now on `protocol` is told first of what it follows alone; it has all that is told around a transfer, idle,
 * polls and rests, but not `unseen`. Where it is in the list of all. */
void wd_propagation_prefer(const struct wd_protocol *protocol);

/* To tell the other protocols that follow the descriptor (`claimed`), if there are any. */
void wd_propagation_claim_from(int fd, const struct wd_protocol *protocol, whodunit_context context);
static inline void wd_propagation_claim(int fd, const struct wd_protocol *protocol, whodunit_context context)
{
    uint32_t followers = wd_descriptor(fd) & WD_FD_FOLLOWED;
    if (__builtin_expect(followers & (followers - 1), 0))
        wd_propagation_claim_from(fd, protocol, context);
}

/* The context that the channel has brought with the bytes that are just being told of; 0: none. */
extern __thread whodunit_context wd_propagation_arrived __attribute__((tls_model("initial-exec")));

/* The calling thread has waited for events: it is a loop. */
extern __thread int wd_propagation_loops __attribute__((tls_model("initial-exec")));

/* A connection (-1: none) of which a server shall receive no more at once than `piece` says: at least one of the bytes
 * that lie there. To the server it is as if the others came later. */
struct wd_pieces {
    int fd;     /* where the bytes are not encrypted */
    int tls_fd; /* where they are, and `piece` is told the decrypted ones */
    size_t (*piece)(int fd, const void *bytes, size_t n);
};
extern struct wd_pieces wd_propagation_pieces;

/* Set by a protocol that follows FIFOs when it begins: files cost a system call when they are opened, then. */
extern int wd_propagation_fifos;

/* Set by a protocol that has given the calling thread a context, which ends when
 * the thread goes idle: `idle` is called once then. */
enum {
    WD_ENGAGED_BY_PREFERRED = 1, /* by nobody else: nobody else is told */
    WD_ENGAGED = 2,
};
extern __thread int wd_propagation_engaged __attribute__((tls_model("initial-exec")));

#endif
