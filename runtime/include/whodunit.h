/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whodunit.h: transaction contexts for programs that want to name their own
 * work. Programs that are only recorded do not need it.
 *
 * A transaction context is the path that a request has taken so far (Whodunit,
 * EuroSys'07, section 2). The calling thread has at most one current context;
 * every CPU sample, lock wait and message of the thread is labelled with it.
 *
 * All functions are thread-safe, never block, never fail in a way that the
 * caller must handle, and cost a few nanoseconds; unless said otherwise they
 * may be called from a signal handler. Without a running recorder they do
 * nothing harmful, so calls can stay in production code.
 */
#ifndef WHODUNIT_H
#define WHODUNIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WHODUNIT_API __attribute__((visibility("default")))

/* An interned path; a plain value, owned by nobody, valid until exit.
 * Its number is the 4-byte synopsis that travels to other processes. */
typedef uint32_t whodunit_context;

#define WHODUNIT_ROOT ((whodunit_context)0)     /* no transaction */
#define WHODUNIT_OVERFLOW ((whodunit_context)1) /* the table was full: counted, never mistaken for another path */

/* Length of a context on the wire: 16 hex digits, '-', 8 hex digits. */
#define WHODUNIT_WIRE_LENGTH 25

/* The calling thread's context. */
WHODUNIT_API whodunit_context whodunit_current(void);

/* Begins a transaction of the named type on this thread and counts one
 * request. The new context is (current, type) if the current one came from
 * another process, else (root, type). Returns the context to give to
 * whodunit_end. `type` is copied on first use. Not async-signal-safe. */
WHODUNIT_API whodunit_context whodunit_begin(const char *type);

/* Ends what whodunit_begin began: makes `previous` current again. */
WHODUNIT_API void whodunit_end(whodunit_context previous);

/* Makes `context` current: call it where a piece of work that was captured
 * with whodunit_current (on any thread) is taken up. Returns the previous
 * context, to be given to whodunit_detach when the piece of work is done. A
 * number that is no context does no harm: its samples are shown as such. */
WHODUNIT_API whodunit_context whodunit_attach(whodunit_context context);
WHODUNIT_API void whodunit_detach(whodunit_context previous);

/* Writes the context's wire form "<16 hex uid>-<8 hex synopsis>" and a NUL
 * into `out`, and counts one message sent. Returns WHODUNIT_WIRE_LENGTH, or 0
 * if `size` is too small, the context is the root or nothing is recorded. */
WHODUNIT_API size_t whodunit_to_wire(whodunit_context context, char *out, size_t size);

/* The context of work that arrived with the wire form `text` (`length` bytes,
 * need not be NUL-terminated), and counts one message received. Malformed
 * text is counted and gives WHODUNIT_ROOT. Not async-signal-safe. */
WHODUNIT_API whodunit_context whodunit_from_wire(const char *text, size_t length);

/* Writes the context's path, outermost first, such as "Home > accept > read",
 * into `out`, always NUL-terminated; a path that does not fit loses its
 * outermost elements. Returns its length. For logs and tests. */
WHODUNIT_API size_t whodunit_describe(whodunit_context context, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
