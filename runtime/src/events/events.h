/*
 * events.h: how contexts flow through event loops, for the rest of the library.
 * The public half is whodunit_event.h, the rules are in docs/events.md.
 */
#ifndef WD_EVENTS_H
#define WD_EVENTS_H

#include "descriptor.h"
#include "thread.h"

enum wd_events_mode {
    WD_EVENTS_OFF,   /* not a recorded process */
    WD_EVENTS_PAPER, /* rules R1-R3 */
    WD_EVENTS_FULL,  /* rules R1-R6 */
};

/* Before the first dispatch. */
void wd_events_configure(enum wd_events_mode mode);

/* What the wrappers of the socket calls tell. All leave errno alone. */
void wd_events_accepted(int fd);
void wd_events_connects(int fd);
void wd_events_receives_slow(uint32_t carried);

/* What the last descriptor that this thread worked for carries, and the context
 * that this made: under it, to receive from there once more changes nothing. */
struct wd_settled {
    uint32_t carried;
    whodunit_context context;
};
extern __thread struct wd_settled wd_settled __attribute__((tls_model("initial-exec")));

static inline void wd_events_closed(int fd)
{
    wd_descriptor_set(fd, 0, 0);
}

/* Whether to send to a descriptor that carries `carried` changes nothing. */
static inline int wd_events_sent_already(uint32_t carried)
{
    return !(carried & WD_FD_CONNECTED) || wd_descriptor_context(carried) == wd_thread.context;
}

/* Before the bytes leave: the answer may be read by another thread at once. */
static inline void wd_events_sends(int fd)
{
    if (wd_descriptor(fd) & WD_FD_CONNECTED)
        wd_descriptor_set(fd, WD_FD_CONNECTED, wd_thread.context);
}

/* Whether to receive from a descriptor that carries `carried` changes nothing. */
static inline int wd_events_settled(uint32_t carried)
{
    return carried == wd_settled.carried && wd_thread.context == wd_settled.context;
}

/* Also when nothing is there yet: a handler that turns to a descriptor works for it. */
static inline void wd_events_receives(int fd)
{
    uint32_t carried = wd_descriptor_events(wd_descriptor(fd));
    if (carried && !wd_events_settled(carried))
        wd_events_receives_slow(carried);
}

#endif
