/* SPDX-License-Identifier: Apache-2.0 */
/* handler.h: the context element of an event handler, by its address. */
#ifndef WD_EVENTS_HANDLER_H
#define WD_EVENTS_HANDLER_H

#include "contexts/context.h"

enum { WD_HANDLERS = 8192 }; /* distinct handlers; more of them are overflow */

struct wd_handler {
    uintptr_t address;
    wd_element element;
    int internal; /* a function of libevent itself */
};

/* The handler's entry, which lives until exit; NULL if the table is full.
 * Lock-free; the first sight of an address takes a lock and reads symbols. */
const struct wd_handler *wd_handler_find(uintptr_t address);

#endif
