/* protocols.h: all protocols and rules of protocols.list. A protocol's number is its place. */
#ifndef WD_PROTOCOLS_H
#define WD_PROTOCOLS_H

#include "propagation/propagation.h"

/* NULL behind the last. */
extern const struct wd_protocol *const wd_protocols[];
extern const struct wd_protocol *const wd_rules[];

#endif
