/* protocols.h: all protocols. A protocol's number is its place. */
#ifndef WD_PROTOCOLS_H
#define WD_PROTOCOLS_H

#include "propagation/propagation.h"

extern const struct wd_protocol *const wd_protocols[]; /* NULL behind the last */

#endif
