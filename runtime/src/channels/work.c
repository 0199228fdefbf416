/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/work.h"

#include "channels/loop.h"
#include "channels/one_by_one.h"
#include "channels/turns.h"
#include "propagation/serving.h"
#include "recording/labels.h"
#include "recording/sample_balance.h"

__thread struct wd_work wd_work __attribute__((tls_model("initial-exec")));

int wd_work_serves;

whodunit_context wd_work_between;

static whodunit_context between(void)
{
    return wd_context_reason(&wd_work_between, "between messages");
}

whodunit_context wd_work_unknown(enum wd_stream_loss loss)
{
    static whodunit_context unknown[WD_LOSSES];
    return wd_context_reason(&unknown[loss], wd_stream_loss_text(loss));
}

static int is_nobodys(whodunit_context context)
{
    return context == WHODUNIT_ROOT || context == wd_work_between;
}

/* What is somebody's is charged with it: its samples are held against the thread's clock. Work of a loop may be so
 * short that this would cost more than the work. */
static void begin_charging(whodunit_context context)
{
    if (wd_propagation_loops)
        wd_balance_begin_if_cheap(context);
    else
        wd_balance_begin(context);
}

static WD_APART void end_open_charging(void)
{
    int is_untouched = wd_turn_is_untouched();
    wd_serving_command_ends();
    if (is_untouched)
        wd_turn_begins();
}

/* Where it is not the context that work was begun under, somebody else has given the thread another one. */
static inline void end_charging(void)
{
    if (wd_thread.context != wd_work.given)
        wd_balance_forget();
    if (wd_balance_is_open())
        end_open_charging();
}

/* A loop may have worked for others meanwhile. */
static inline void leaves_end(void)
{
    if (__builtin_expect(wd_work.ending == WD_MAY_END, 0))
        wd_labels_move_behind(wd_work.since, between());
    wd_work.ending = WD_GOES_ON;
}

static inline __attribute__((always_inline)) void take_over(whodunit_context context)
{
    leaves_end();
    wd_work.since = wd_thread.samples;
    wd_work.given = context;
    if (is_nobodys(context)) {
        if (context == WHODUNIT_ROOT)
            wd_balance_forget(); /* nor is it what comes next */
        else
            wd_thread_is_between(context);
        wd_thread_set(context); /* a thread that never has another one is not labelled for that */
    } else {
        wd_work.has_waited = 0;
        wd_thread_switch(context);
        wd_thread_begins_work(context);
        begin_charging(context);
    }
}

static inline void begin(whodunit_context context, struct wd_request_id serving)
{
    if (context != wd_thread.context) {
        end_charging();
        take_over(context);
    }
    wd_work.ending = WD_GOES_ON;
    wd_work.given = context;
    wd_work.loss = WD_LOSS_NONE;
    wd_work.has_answer = wd_work.is_found = 0;
    wd_work.serving = serving;
    wd_propagation_engaged |= WD_ENGAGED_BY_PREFERRED;
}

/* A sample since the thread's context began; an earlier one is of what it did before it waited. */
static int has_sample(void)
{
    return wd_work.since != wd_thread.samples;
}

/* It has waited, or received, for that. */
static void move_last_sample(whodunit_context to)
{
    if (to)
        wd_labels_move(__atomic_load_n(&wd_work_between, __ATOMIC_RELAXED), to);
}

void wd_work_begin(whodunit_context context, int fd, const struct wd_channel *channel)
{
    if (wd_work_is_the_programs())
        return;
    int moves = context != WHODUNIT_ROOT && has_sample();
    begin(context, (struct wd_request_id){ channel ? fd : -1, channel ? channel->epoch : 0 });
    if (moves)
        move_last_sample(context);
}

void wd_work_finds_end(whodunit_context context, int fd, const struct wd_channel *channel)
{
    if (wd_work_is_the_programs())
        return;
    wd_work_begin(context, fd, channel);
    wd_work.since = wd_thread.samples;
    wd_work.ending = WD_MAY_END;
}

void wd_work_sends_for(whodunit_context context, int fd, const struct wd_channel *channel)
{
    if (context != wd_thread.context && wd_turn_is_the_senders() && !wd_work_is_the_programs()) {
        wd_balance_leave(context);
        take_over(context);
    }
    wd_work_begin(context, fd, channel);
}

void wd_work_sent(void)
{
    if (wd_work_is_the_programs() || is_nobodys(wd_thread.context))
        return;
    wd_balance_reads_next();
    end_charging();
    begin_charging(wd_thread.context);
}

struct wd_channel *wd_work_open_request(void)
{
    struct wd_channel *first = wd_loop_request(&wd_work.serving);
    return first && first->role == WD_CHANNEL_ACCEPTED && first->open ? first : NULL;
}

void wd_work_becomes_a_loops(struct wd_channel *request)
{
    wd_propagation_loops = 1;
    request->is_loops = 1;
}

int wd_work_may_be_for_several(void)
{
    return wd_propagation_loops && !wd_serves_one_by_one(&wd_work.serving) &&
           !wd_may_serve_one_by_one(&wd_work.serving);
}

void wd_work_leaves_request(const struct wd_channel *request)
{
    if (wd_propagation_loops && request->received_by == &wd_thread)
        wd_not_one_by_one();
}

static inline __attribute__((always_inline)) void end_work(void)
{
    wd_work.is_found = 0;
    wd_turn_ends();
    if (wd_work_is_the_programs())
        return;
    begin(between(), (struct wd_request_id){ .fd = -1 });
    wd_work.since = wd_thread.samples;
}

void wd_work_end(void)
{
    end_work();
}

/* What the thread has done for several at once it has done for none of them. */
static void give_up_several(void)
{
    if (!wd_turn_waits() || wd_work_is_the_programs())
        return;
    whodunit_context context = wd_work_unknown(WD_LOSS_AGREE);
    wd_turn_label_last(context);
    wd_balance_leave(context);
    take_over(context);
}

void wd_work_waits_in_a_loop(void)
{
    struct wd_channel *request = wd_work_open_request();
    if (request) {
        if (!request->is_loops)
            wd_work_becomes_a_loops(request); /* it has come when the thread was not known to be a loop */
        wd_work_leaves_request(request);
    }
    if (wd_work.has_waited && !wd_work_is_the_programs())
        wd_balance_forget(); /* what it has done since it waited last was for no message */
    give_up_several();
    end_work();
    wd_work.has_waited = 1;
}

whodunit_context wd_work_pause(void)
{
    whodunit_context context = wd_thread.context, waits = between();
    if (context != waits || context != wd_work.given) {
        end_charging();
        take_over(waits);
    }
    wd_propagation_engaged |= WD_ENGAGED_BY_PREFERRED;
    return context;
}

void wd_work_resume(whodunit_context context)
{
    if (wd_work_is_the_programs())
        return;
    int moves = has_sample();
    take_over(context);
    if (moves)
        move_last_sample(context);
}

enum wd_kind wd_work_find_kind(whodunit_context context)
{
    enum wd_kind kind = wd_context_kind(context);
    if (kind != WD_UNKNOWN) /* there is one of this number, and it keeps its kind */
        *(volatile uint64_t *)&wd_work.kinds[context % WD_WORK_KINDS] = (uint64_t)context << 32 | kind;
    return kind;
}

whodunit_context wd_work_look_at(whodunit_context context)
{
    enum wd_kind kind = wd_work_kind(context);
    if (kind != WD_REASON && kind != WD_HANDED && kind != WD_UNKNOWN)
        wd_work.said = context;
    return kind == WD_REASON ? WHODUNIT_ROOT : context;
}

int wd_work_is_only_handed(whodunit_context context)
{
    while (wd_work_kind(context) == WD_HANDED)
        context = wd_context_parent(context);
    return context == WHODUNIT_ROOT;
}

int wd_work_contains(whodunit_context context)
{
    const struct wd_channel *serving = wd_loop_request(&wd_work.serving);
    if (!serving || serving->role == WD_CHANNEL_CONNECTED || wd_work.has_answer)
        return 1;
    for (; context != WHODUNIT_ROOT; context = wd_context_parent(context))
        if (context == serving->context)
            return 1;
    return serving->context == WHODUNIT_ROOT;
}
