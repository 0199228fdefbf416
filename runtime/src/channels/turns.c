/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/turns.h"

#include "propagation/propagation.h"
#include "recording/labels.h"
#include "threads/thread.h"
#include "whodunit.h"

#define FEW 8 /* waits before which nothing is said of them */

enum last { WAITED, RECEIVED, SENT };

static __thread struct {
    uint8_t last;             /* enum last: what the thread has done last */
    uint8_t has_several;      /* it has received for several since it waited */
    whodunit_context context; /* for whom */
    uint64_t sample;          /* its last sample by then */
    uint64_t came;            /* and when the receive that goes on began */
    uint64_t entered;         /* and after those that were due by then, of what it did before */
} turn __attribute__((tls_model("initial-exec")));

/* Samples between two receives, and between two sends, each for different ones. Redis works for a request as it
 * receives it, and sends all answers then; HAProxy receives all, and works for each before it sends. So it is known
 * whose is what lies between the last receive and the first send. */
static uint32_t at_receives, at_sends;

/* Samples between the last of several receives and the wait in which a turn ends that has sent nothing. Squid puts what
 * it has received into a queue, works there for several by turns, and sends in its next turn. */
static uint32_t at_waits;

static int works_before_it_sends(void)
{
    return __atomic_load_n(&at_sends, __ATOMIC_RELAXED) > __atomic_load_n(&at_receives, __ATOMIC_RELAXED);
}

static uint64_t last_sample(void)
{
    return *(volatile uint64_t *)&wd_thread.labelled;
}

void wd_turn_receives(void)
{
    turn.came = last_sample();
}

void wd_turn_begins(void)
{
    turn.entered = last_sample();
}

void wd_turn_received(void)
{
    int is_another = turn.last != WAITED && turn.context != wd_thread.context;
    if (is_another && turn.last == RECEIVED && turn.came != turn.sample)
        __atomic_fetch_add(&at_receives, 1, __ATOMIC_RELAXED);
    if (last_sample() != turn.entered)
        wd_labels_move_since(turn.entered, wd_thread.context);
    if (is_another)
        turn.has_several = 1;
    turn.last = RECEIVED;
    turn.context = wd_thread.context;
    turn.sample = last_sample();
}

int wd_turn_has_several(void)
{
    return turn.has_several;
}

static int is_the_senders(void)
{
    return turn.last == SENT || (turn.last == RECEIVED && works_before_it_sends());
}

int wd_turn_is_the_senders(void)
{
    return is_the_senders() && (turn.last == RECEIVED || turn.has_several);
}

int wd_turn_is_untouched(void)
{
    return last_sample() == turn.entered;
}

void wd_turn_sends(void)
{
    if (turn.last != WAITED && turn.context != wd_thread.context)
        turn.has_several = 1;
    if (turn.last == WAITED || turn.context == wd_thread.context || last_sample() == turn.sample)
        return;
    if (turn.last == SENT)
        __atomic_fetch_add(&at_sends, 1, __ATOMIC_RELAXED);
    if (is_the_senders())
        wd_labels_move_since(turn.sample, wd_thread.context);
}

void wd_turn_sent(void)
{
    turn.last = SENT;
    turn.context = wd_thread.context;
    turn.sample = last_sample();
}

int wd_turn_waits(void)
{
    if (turn.last != RECEIVED || !turn.has_several || last_sample() == turn.sample)
        return 0;
    uint32_t waits = __atomic_add_fetch(&at_waits, 1, __ATOMIC_RELAXED);
    return waits >= FEW && waits / 2 >= __atomic_load_n(&at_receives, __ATOMIC_RELAXED);
}

void wd_turn_label_last(whodunit_context context)
{
    wd_labels_move_since(turn.sample, context);
}

void wd_turn_ends(void)
{
    turn.last = WAITED;
    turn.has_several = 0;
}
