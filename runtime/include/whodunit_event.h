/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whodunit_event.h: transaction contexts for event loops (Whodunit, EuroSys'07,
 * section 4.1). libevent with our patch calls these functions by itself; a
 * hand-written loop calls three of them:
 *
 *     where a handler is registered   entry->context = whodunit_current();
 *     where the loop runs it          whodunit_context before =
 *                                         whodunit_event_dispatch((whodunit_handler)entry->handler,
 *                                                                 entry->context, readable ? fd : -1);
 *                                     entry->handler(entry);
 *                                     whodunit_event_end(before);
 *
 * The context of a handler is the one under which it was registered, with the
 * handler appended; a handler that occurs already ends the path there, so that
 * [accept, read, write] followed by read is [accept, read].
 *
 * Unless WHODUNIT_EVENTS=paper was said, descriptors carry contexts as well.
 * accept() inside a handler starts a transaction, whose context is that handler
 * alone and which the new descriptor carries. A connected descriptor carries
 * the context of the last write to it. What is read from either one is work
 * for the context that it carries. docs/events.md has the rules and examples.
 *
 * Thread-safe and lock-free, except that the first sight of a handler or a path
 * may take a lock, allocate and read the program's symbols; not to be called
 * from signal handlers. In a process that is not recorded they do nothing.
 */
#ifndef WHODUNIT_EVENT_H
#define WHODUNIT_EVENT_H

#include "whodunit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A handler of any type; only its address is looked at. */
typedef void (*whodunit_handler)(void);

/* A loop is about to run `handler`, which was registered under `registered`.
 * `fd` is the descriptor that has become readable, or -1 if the handler runs
 * for another reason. Makes the handler's context the calling thread's and
 * returns the one before, for whodunit_event_end. Pairs may nest. */
WHODUNIT_API whodunit_context whodunit_event_dispatch(whodunit_handler handler, whodunit_context registered, int fd);

/* The handler has returned: makes `before` the calling thread's context again. */
WHODUNIT_API void whodunit_event_end(whodunit_context before);

/* A handler of a library between loop and program calls the program's own
 * `handler`: appends it to the thread's context. Ended like a dispatch. */
WHODUNIT_API whodunit_context whodunit_event_call(whodunit_handler handler);

/* As whodunit_event_call, for the program's handler of a connection that the
 * library has accepted: starts a transaction with `handler`, which `fd` carries. */
WHODUNIT_API whodunit_context whodunit_event_accepted(whodunit_handler handler, int fd);

/* Work on the next request of the accepted descriptor `fd` begins: continues
 * under what it carries (the root, if nothing). Ended like a dispatch. */
WHODUNIT_API whodunit_context whodunit_event_next_request(int fd);

/* A library takes up work that it had queued under `context` (whodunit_current
 * at that time). Ended like a dispatch. */
WHODUNIT_API whodunit_context whodunit_event_resume(whodunit_context context);

/* Makes the calling thread's context what `fd` carries: for a program that
 * names its transactions (whodunit_begin) after it has accepted them. */
WHODUNIT_API void whodunit_event_carry(int fd);

#ifdef __cplusplus
}
#endif
#endif
