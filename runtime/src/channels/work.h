/* SPDX-License-Identifier: Apache-2.0 */
/*
 * work.h: what the calling thread works for, by the messages that it has received. A context that the program has
 * given itself stays. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_WORK_H
#define WD_CHANNELS_WORK_H

#include "channels/channel.h"
#include "contexts/context.h"
#include "propagation/propagation.h"
#include "threads/thread.h"

#define WD_WORK_KINDS 4

enum wd_ending {
    WD_GOES_ON,
    WD_MAY_END, /* the thread has found the connection's end: what it does next is that work if it closes it */
    WD_ENDS,    /* with the call that closes it */
};

struct wd_work {
    whodunit_context given; /* the context that the thread has from here; another one is none of ours to change */
    struct wd_request_id serving;
    uint8_t accepts : 1;           /* it has accepted connections */
    uint8_t has_waited : 1;        /* for a message, and has not worked for one since */
    uint8_t : 0;                   /* the next three begin anew together */
    uint8_t is_found : 1;          /* what it works for is by pool.h */
    uint8_t ending : 7;            /* enum wd_ending */
    uint8_t has_answer;            /* it goes on with what an answer has brought */
    uint8_t loss;                  /* enum wd_stream_loss: why it is not known what the thread works for */
    uint32_t since;                /* how many samples the thread had when that context began, or it answered */
    int answers;                   /* rule M11: the channel that it has answered last */
    whodunit_context said;         /* one that says what it is: the root, or neither a reason nor only handed over */
    uint64_t kinds[WD_WORK_KINDS]; /* of contexts, (context, kind): what a message asks for several times */
};
extern __thread struct wd_work wd_work __attribute__((tls_model("initial-exec")));

/* This process has got requests. Before, all that it sends it does by itself, and what comes on a channel that it made
 * is for that: a client with a loop passes nothing on. */
extern int wd_work_serves;

/* The context of a thread that waits for a message; the root: none has waited yet. */
extern whodunit_context wd_work_between;

/* The thread works under `context` from now on, which `fd` has brought; unless the program has said itself what it
 * works for. Waking and receiving cost CPU before that is known: a sample of that goes with it. */
void wd_work_begin(whodunit_context context, int fd, const struct wd_channel *channel);

/* The end of a connection has come, whose last request `context` was. */
void wd_work_finds_end(whodunit_context context, int fd, const struct wd_channel *channel);

/* As wd_work_begin, where it sends under `context`: in a loop what it has done just before may have been for that. */
void wd_work_sends_for(whodunit_context context, int fd, const struct wd_channel *channel);
static inline void wd_work_sends(whodunit_context context, int fd, const struct wd_channel *channel)
{
    int goes_on = context != WHODUNIT_ROOT && wd_thread.context == context && wd_work.given == context &&
                  wd_propagation_engaged && channel && wd_work.serving.fd == fd &&
                  wd_work.serving.epoch == channel->epoch && !(wd_work.loss | wd_work.has_answer);
    if (!goes_on)
        wd_work_sends_for(context, fd, channel);
}

/* A loop that has several has sent: what it does next may turn out to be for something else. */
WD_APART void wd_work_sent(void);

/* It has done with a message, or is about to take the next one. */
void wd_work_end(void);

/* It waits until a message comes, on any of several channels. */
void wd_work_waits_in_a_loop(void);

/* The same for the time of a receive: its context until then, for wd_work_resume. */
whodunit_context wd_work_pause(void);
void wd_work_resume(whodunit_context context);

/* What it has received and nobody has answered yet; NULL: nothing. */
struct wd_channel *wd_work_open_request(void);

/* The thread takes another connection or request while it has that one, and would not wait for it: a loop has several
 * at once. So it is one; also if it has not waited yet, since what it has was handed to it. */
void wd_work_becomes_a_loops(struct wd_channel *request);

/* A loop that may have several requests, by rule M12: then its answers tell what it goes on with. */
int wd_work_may_be_for_several(void);

/* It goes on to something else while it has this one, which it may have received itself. */
void wd_work_leaves_request(const struct wd_channel *request);

/* Does the context only say which thread handed the work over, that knew nothing of it itself? A message that belongs
 * to it tells more. */
int wd_work_is_only_handed(whodunit_context context);

static inline int wd_work_is_the_programs(void)
{
    whodunit_context context = wd_thread.context;
    return context != wd_work.given && context != WHODUNIT_ROOT &&
           (context == wd_work.said || !wd_work_is_only_handed(context));
}

enum wd_kind wd_work_find_kind(whodunit_context context);
static inline __attribute__((always_inline)) enum wd_kind wd_work_kind(whodunit_context context)
{
    if (context == WHODUNIT_ROOT)
        return WD_UNKNOWN;
    uint64_t known = *(volatile uint64_t *)&wd_work.kinds[context % WD_WORK_KINDS];
    return known >> 32 != context ? wd_work_find_kind(context) : (enum wd_kind)(uint32_t)known;
}

/* The thread's context, without what only says that there is none. */
whodunit_context wd_work_look_at(whodunit_context context);
static inline whodunit_context wd_work_context(void)
{
    whodunit_context context = wd_thread.context;
    return context == wd_work.said ? context : wd_work_look_at(context);
}

/* Does the thread work for anything that a message may not replace? */
static inline int wd_work_has_context(void)
{
    whodunit_context context = wd_work_context();
    return context != WHODUNIT_ROOT && !wd_work_is_only_handed(context);
}

/* The context of what is not known for this reason. */
whodunit_context wd_work_unknown(enum wd_stream_loss loss);

/* Others say what the thread works for: a virtual machine's agent, or the rules of event loops on this descriptor
 * (docs/events.md), whose word this is. */
static inline __attribute__((always_inline)) int wd_work_is_governed(uint32_t word)
{
    int may_be = wd_propagation_hosted | __atomic_load_n(&wd_context_has_handlers, __ATOMIC_RELAXED);
    return (word & WD_FD_ACCEPTED) ||
           __builtin_expect(may_be && (wd_propagation_hosted || wd_work_kind(wd_thread.context) == WD_HANDLER), 0);
}

/* Whether the thread is a loop that works for others, by our rules alone. */
static inline int wd_work_takes_turns(int is_governed)
{
    return wd_propagation_loops && wd_work_serves && !is_governed;
}

/* Why it is not known what the calling thread works for: nor is it what it sends. */
static inline enum wd_stream_loss wd_work_loss(void)
{
    return wd_thread.context == wd_work.given ? (enum wd_stream_loss)wd_work.loss : WD_LOSS_NONE;
}

static inline int wd_works_for(const struct wd_channel *channel, int fd)
{
    return wd_work.serving.fd == fd && wd_work.serving.epoch == channel->epoch;
}

/* Is `context` that of the request that the thread works for, or below it? */
int wd_work_contains(whodunit_context context);

#endif
