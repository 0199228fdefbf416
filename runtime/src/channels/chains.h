/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chains.h: where contexts come from, across processes. Who sends a context for
 * the first time says from which process and context it has that, and the type
 * of its transaction; so a receiver knows an answer (its chain begins with what
 * it has sent itself), and a loop whether two requests are of one type.
 */
#ifndef WD_CHANNELS_CHAINS_H
#define WD_CHANNELS_CHAINS_H

#include "contexts/context.h"
#include "memory/apart.h"

/* A forked child that is not recorded yet. */
extern int wd_chain_is_unrecorded;

/* This forked child is recorded from now on. */
void wd_chain_child_is_recorded(void);

/* To be called before `context` is sent: says once where it comes from. Returns the uid under which it is sent: of what
 * this process has inherited its nearest recorded ancestor's, while it is not recorded itself. */
uint64_t wd_chain_publish(whodunit_context context);

/* In a child that is not recorded: what it only passes on, as a request, goes under the name under which it has come,
 * since nobody will know what this process calls it. False: it is not only passed on, or has a name that is known. */
WD_APART int wd_chain_came_as(whodunit_context context, struct wd_remote *as);

/* What a context that has arrived is here. In two words, as it is returned. */
struct wd_arrival {
    whodunit_context context;
    whodunit_context from; /* the sender's, as REMOTE */
    uint32_t type;         /* of its transaction; 0: it has none */
    uint8_t is_response;   /* `context` is one of ours, that had sent the request */
    uint8_t is_own;        /* it never left this process */
    uint8_t begins_there;  /* its sender has it from nobody */
    uint8_t begins_here;   /* an answer within a transaction that this process has begun */
};
struct wd_arrival wd_chain_arrived(uint64_t uid, uint32_t synopsis);

/* The type of one of our own contexts, as a hash; 0: it has none. */
uint32_t wd_chain_type(whodunit_context context);

/* Has this process one of its own contexts from nobody? */
int wd_chain_begins_here(whodunit_context context);

/* What tells requests apart of which it does not matter whose something is: their type, or else their context. */
uint32_t wd_chain_kind(whodunit_context context);

#endif
