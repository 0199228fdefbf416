/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events.h: how contexts flow through event loops, for the rest of the library.
 * The public half is whodunit_event.h, the rules are in docs/events.md.
 */
#ifndef WD_EVENTS_H
#define WD_EVENTS_H

enum wd_events_mode {
    WD_EVENTS_OFF,   /* not a recorded process */
    WD_EVENTS_PAPER, /* rules R1-R3 */
    WD_EVENTS_FULL,  /* rules R1-R6 */
};

/* To be called before the first dispatch. */
void wd_events_configure(enum wd_events_mode mode);

#endif
