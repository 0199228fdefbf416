/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connections.h: what a protocol knows of each connection that it follows, by
 * descriptor.
 *
 * A connection has a state from when somebody takes it first: accept and close
 * of one that is another protocol's cost next to nothing.
 *
 * States are used again, never freed: a racing close cannot turn a pointer that
 * another thread holds into garbage. Nothing here allocates from malloc: accept
 * and close are async-signal-safe, and so may interrupt it. A state whose lock
 * does not become free (a signal handler has interrupted the thread that holds
 * it) is followed no longer. A forked child follows none of its parent's, but for
 * the one that was accepted last, if it is not touched yet and the protocol's
 * servers fork for each connection (`handed_on`). A process that serves what it accepts is none of those servers.
 */
#ifndef WD_CONNECTIONS_H
#define WD_CONNECTIONS_H

#include "propagation/propagation.h"

struct wd_connection; /* a state and what belongs to it */

struct wd_connections {
    const struct wd_protocol *protocol; /* whose `connections` this is */
    size_t size;                        /* of a state */
    void (*begin)(void *state);         /* a new connection; zeroed, or what an ended one has left */
    void (*lost)(void);                 /* one is followed no longer because of its lock; may be NULL */
    int handed_on;                      /* a forked child goes on with its parent's last one */

    struct wd_connection **table;
    struct wd_connection *free_list;
    int free_lock;
    int last;        /* that was accepted, plus 1; 0: its state is in use, or it is over */
    int is_anothers; /* what this process accepts; a child of it may be the protocol's */
};

/* Makes room for all protocols' connections (dispatch.h): at the start, by protocols.c. */
void wd_connections_reserve(void);

/* Begins to follow a descriptor, which has just been accepted or is about to be
 * connected. Without memory it is not followed. */
void wd_connection_begin(struct wd_connections *all, int fd, enum wd_role role);

/* This process has received on what it has accepted itself, which the protocol's servers do not: what it accepts from
 * now on is not followed. */
void wd_connections_are_anothers(struct wd_connections *all);

/* Has nobody taken its state yet? */
int wd_connection_is_unbegun(const struct wd_connections *all, int fd);

/* It is followed no longer, also where it has no state yet. False if it was followed no longer before. */
int wd_connection_leave(struct wd_connections *all, int fd);

/* The state, locked; NULL if the descriptor is followed no longer. */
void *wd_connection_take(struct wd_connections *all, int fd);

/* To be called with what was taken: unlocks it; `end`: and follows it no longer. */
void wd_connection_release(void *state);
void wd_connection_end(struct wd_connections *all, void *state);

/* The state, without its lock: what is read there is a hint. NULL if there is none. */
const void *wd_connection_glance(const struct wd_connections *all, int fd);

#endif
