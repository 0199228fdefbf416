/* SPDX-License-Identifier: Apache-2.0 */
/*
 * turns.h: a loop works for one request after the other, and says whose turn it was only when it sends. A sample that
 * was taken meanwhile is labelled anew. Of the calling thread; signal-safe.
 */
#ifndef WD_CHANNELS_TURNS_H
#define WD_CHANNELS_TURNS_H

#include "whodunit.h"

/* A receive begins; and when what the thread did before is over; and when it has brought something: the thread has the
 * new context by then. */
void wd_turn_receives(void);
void wd_turn_begins(void);
void wd_turn_received(void);

/* Has no sample come since then? */
int wd_turn_is_untouched(void);

/* Has it received or sent for more than one since it waited? Its work is charged at each send from then on. */
int wd_turn_has_several(void);

/* Has what the thread did last been for what it sends now, and was what it did before charged? */
int wd_turn_is_the_senders(void);

/* Around a send, under the thread's context. */
void wd_turn_sends(void);
void wd_turn_sent(void);

/* The thread is about to wait, which is counted. True: what it has done since its last receive may be for any of
 * several, since it mostly works there. */
int wd_turn_waits(void);

/* Gives the samples since the last receive another label. */
void wd_turn_label_last(whodunit_context context);

/* The thread waits: what comes next is no one's turn. */
void wd_turn_ends(void);

#endif
