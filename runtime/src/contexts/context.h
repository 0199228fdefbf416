/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context.h: the table of interned contexts (paper, section 3;
 * docs/decisions.md, "A synopsis stands for a call path").
 *
 * An element is (kind, bytes), interned; a context is (parent, element),
 * interned. Look-ups are lock-free, with a thread-local memo in front;
 * only a first insertion may take a lock or allocate. Ids are dense, start at
 * 2 and are never reused. When a table is full the answer is
 * WHODUNIT_OVERFLOW, counted, and every child of overflow is overflow.
 */
#ifndef WD_CONTEXT_H
#define WD_CONTEXT_H

#include "whodunit.h"

/* Same numbers as whodunit.Context.Kind in whodunit.proto. */
enum wd_kind {
    WD_UNKNOWN = 0,
    WD_CALL_PATH = 1,   /* bytes: uint32_t name ids, outermost first */
    WD_HANDLER = 2,     /* bytes: one uint32_t name id */
    WD_SEDA_STAGE = 3,  /* bytes: one uint32_t name id */
    WD_TRANSACTION = 4, /* bytes: one uint32_t name id */
    WD_REMOTE = 5,      /* bytes: struct wd_remote */
    WD_REASON = 6,      /* bytes: one uint32_t name id */
    WD_OVERFLOW = 7,
    WD_STACK = 8,   /* bytes: one uint32_t id of crosstalk/stacks.h; recorded as CALL_PATH */
    WD_HANDED = 10, /* the same, of who handed work to another thread */
};

struct wd_remote {
    uint64_t uid;
    uint32_t synopsis;
    uint32_t zero; /* must be 0: the struct is hashed as bytes */
};

typedef uint32_t wd_element; /* 0 is no element: the table was full */
typedef uint32_t wd_name;    /* 0 is no name */

/* Interned string, copied; over-long text is cut to 1900 bytes at a UTF-8 boundary. */
wd_name wd_name_intern(const char *text, size_t length);
const char *wd_name_text(wd_name name); /* NUL-terminated, lives until exit */

wd_element wd_element_intern(enum wd_kind kind, const void *bytes, size_t length);

/* There have been elements of WD_HANDLER: else nobody need look whether a context ends with one. */
extern int wd_context_has_handlers;

/* (parent, element), as it is; overflow if no such parent was ever given out. */
whodunit_context wd_context_child(whodunit_context parent, wd_element element);

/* Concatenation with collapsing and pruning for handlers and SEDA stages: if
 * the element occurs already in the run of elements of its kind at the end of
 * `context`, truncates there, else appends (paper, section 4.1). */
whodunit_context wd_context_concat(whodunit_context context, wd_element element);

/* Conveniences for one-name kinds and for remote contexts; not signal-safe. */
whodunit_context wd_context_named(whodunit_context parent, enum wd_kind kind, const char *text);

/* One that only says why there is no transaction; `place` keeps it. */
whodunit_context wd_context_reason(whodunit_context *place, const char *text);

/* A transaction that begins where `current` is current: below it if that came
 * from another process, else below the root. */
whodunit_context wd_context_transaction(whodunit_context current, const char *type);
whodunit_context wd_context_remote(uint64_t uid, uint32_t synopsis);

/* What another process is to call it: where it came from, if it is a remote one
 * itself, else this process and its number. Signal-safe. */
struct wd_remote wd_context_abroad(whodunit_context context);

/* What a context is made of. Of the root, and of a number that is no context:
 * the root, WD_UNKNOWN, 0 and NULL. Lock-free. */
whodunit_context wd_context_parent(whodunit_context context);
enum wd_kind wd_context_kind(whodunit_context context);
wd_element wd_context_element(whodunit_context context);
/* The element's bytes; they live until exit. */
const void *wd_context_bytes(whodunit_context context, size_t *length);
uint32_t wd_context_count(void);        /* ids below this one exist */
#define WD_CONTEXT_END ((1u << 20) + 2) /* no id is this one or above, nor that of a name */

/* Called with a context before anybody gets it from wd_context_child, at least once; by any thread, also by several at
 * the same time. NULL until somebody sets it. */
extern void (*wd_context_made)(whodunit_context context);

/* Counting what happens under a context: relaxed atomic adds, signal-safe. */
enum wd_event { WD_BEGUN, WD_SENT, WD_RECEIVED, WD_BYTES_ADDED, WD_EVENTS };
void wd_context_count_event(whodunit_context context, enum wd_event event, uint64_t n);

/* Moves the counts since the last call, of a context that exists, into `taken`;
 * false if there were none. For the flusher. */
int wd_context_take_events(whodunit_context context, uint64_t taken[WD_EVENTS]);

#endif
