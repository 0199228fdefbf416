/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatches, and the descriptors that they meet (paper, section 4.1; docs/events.md). */
#include "events/events.h"

#include "contexts/context.h"
#include "events/handler.h"
#include "events/memo.h"
#include "health/health.h"
#include "propagation/propagation.h"
#include "threads/thread.h"
#include "whodunit_event.h"

static enum wd_events_mode mode;

void wd_events_configure(enum wd_events_mode given)
{
    mode = given;
}

/* Not inlined, so that the path that finds a remembered context needs no stack frame. */
static __attribute__((noinline)) whodunit_context append_first(whodunit_context context, uintptr_t handler)
{
    const struct wd_handler *h = wd_handler_find(handler);
    if (!h) {
        wd_health_add(WD_HEALTH_CONTEXTS_OVERFLOW, 1);
        return WHODUNIT_OVERFLOW;
    }
    whodunit_context result = h->internal && mode == WD_EVENTS_FULL ? context : wd_context_concat(context, h->element);
    wd_memo_store(context, handler, result);
    return result;
}

static inline void settle(uint32_t carried, whodunit_context context)
{
    wd_settled = (struct wd_settled){ carried, context };
}

static __attribute__((noinline)) whodunit_context run_first(whodunit_context context, uintptr_t handler,
                                                            uint32_t carried)
{
    whodunit_context result = append_first(context, handler), before = wd_thread_switch(result);
    if (carried)
        settle(carried, result);
    return before;
}

/* Makes `context` with the handler appended the thread's, for a descriptor that
 * carries `carried` (0: for none). All calls are in tail position, so that the
 * usual way needs no frame. */
static inline whodunit_context run(whodunit_context context, whodunit_handler handler, uint32_t carried)
{
    whodunit_context result;
    if (__builtin_expect(!wd_memo_find(context, (uintptr_t)handler, &result), 0) || wd_thread_is_to_enter())
        return run_first(context, (uintptr_t)handler, carried);
    whodunit_context before = wd_thread.context;
    wd_thread_set(result);
    if (carried)
        settle(carried, result);
    return before;
}

whodunit_context whodunit_event_dispatch(whodunit_handler handler, whodunit_context registered, int fd)
{
    if (mode == WD_EVENTS_OFF)
        return wd_thread.context;
    uint32_t carried = fd >= 0 ? wd_descriptor_carried(wd_descriptor(fd)) : 0;
    return run(carried ? wd_descriptor_context(carried) : registered, handler, carried);
}

void whodunit_event_end(whodunit_context before)
{
    if (mode != WD_EVENTS_OFF)
        wd_thread_set(before);
}

whodunit_context whodunit_event_call(whodunit_handler handler)
{
    whodunit_context current = wd_thread.context;
    return mode == WD_EVENTS_FULL ? run(current, handler, 0) : current;
}

whodunit_context whodunit_event_accepted(whodunit_handler handler, int fd)
{
    if (mode != WD_EVENTS_FULL)
        return wd_thread.context;
    whodunit_context before = run(WHODUNIT_ROOT, handler, 0);
    whodunit_event_carry(fd);
    return before;
}

whodunit_context whodunit_event_next_request(int fd)
{
    if (mode != WD_EVENTS_FULL)
        return wd_thread.context;
    return wd_thread_switch(wd_descriptor_context(wd_descriptor(fd)));
}

whodunit_context whodunit_event_resume(whodunit_context context)
{
    return mode == WD_EVENTS_FULL ? wd_thread_switch(context) : wd_thread.context;
}

void whodunit_event_carry(int fd)
{
    if (mode == WD_EVENTS_FULL)
        wd_descriptor_carry(fd, WD_FD_ACCEPTED, wd_thread.context);
}

/* The handler that the thread runs, as an element; 0 if it runs none. */
static wd_element running(void)
{
    whodunit_context current = wd_thread.context;
    return wd_context_kind(current) == WD_HANDLER ? wd_context_element(current) : 0;
}

static void accepted(int fd)
{
    wd_element handler = mode == WD_EVENTS_FULL ? running() : 0;
    if (!handler)
        return;
    wd_thread_set(wd_context_child(WHODUNIT_ROOT, handler));
    whodunit_event_carry(fd);
}

static void connects(int fd)
{
    if (mode == WD_EVENTS_FULL)
        wd_descriptor_carry(fd, WD_FD_CONNECTED, wd_thread.context);
}

/* Before the receive, which may find nothing: a handler that turns to a descriptor works for it. */
static void before_receive(const struct wd_transfer *t)
{
    uint32_t carried = wd_descriptor_carried(t->word);
    if (carried == wd_settled.carried && wd_thread.context == wd_settled.context)
        return;
    wd_element handler = running();
    if (handler) {
        whodunit_context context = wd_context_concat(wd_descriptor_context(carried), handler);
        wd_thread_set(context);
        settle(carried, context);
    }
}

/* Before the bytes leave: the answer may be read by another thread at once. */
static void before_send(const struct wd_transfer *t)
{
    if (t->word & WD_FD_CONNECTED)
        wd_descriptor_carry(t->fd, WD_FD_CONNECTED, wd_thread.context);
}

const struct wd_protocol wd_events_protocol = {
    .name = "events",
    .accepted = accepted,
    .connects = connects,
    .before_receive = before_receive,
    .before_send = before_send,
};
