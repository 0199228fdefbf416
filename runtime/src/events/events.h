/*
 * events.h: how contexts flow through event loops, for the rest of the library.
 * The public half is whodunit_event.h, the rules are in docs/events.md.
 */
#ifndef WD_EVENTS_H
#define WD_EVENTS_H

#include "events/descriptor.h"
#include "thread.h"

enum wd_events_mode {
    WD_EVENTS_OFF,   /* not a recorded process */
    WD_EVENTS_PAPER, /* rules R1-R3 */
    WD_EVENTS_FULL,  /* rules R1-R6 */
};

/* Before the first dispatch. */
void wd_events_configure(enum wd_events_mode mode);

/* What the wrappers of the socket calls tell. All leave errno alone, and cost
 * one load and branch where descriptors carry nothing. */
void wd_events_accepted(int fd);
void wd_events_connects(int fd);
void wd_events_receives_slow(uint32_t entry);

static inline void wd_events_closed(int fd)
{
    if (wd_descriptor(fd))
        wd_descriptor_set(fd, 0, 0);
}

/* Before the bytes leave: the answer may be read by another thread at once. */
static inline void wd_events_sends(int fd)
{
    if (wd_descriptor(fd) & WD_FD_CONNECTED)
        wd_descriptor_set(fd, WD_FD_CONNECTED, wd_thread.context);
}

/* Also when nothing is there yet: a handler that turns to a descriptor works for it. */
static inline void wd_events_receives(int fd)
{
    uint32_t entry = wd_descriptor(fd);
    if (entry)
        wd_events_receives_slow(entry);
}

#endif
