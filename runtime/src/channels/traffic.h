/* SPDX-License-Identifier: Apache-2.0 */
/* traffic.h: what was sent and received, added up: the records Messages. */
#ifndef WD_CHANNELS_TRAFFIC_H
#define WD_CHANNELS_TRAFFIC_H

#include "contexts/context.h"

/* Same numbers as whodunit.Messages.Kind. */
enum wd_traffic_kind {
    WD_TRAFFIC_SENT = 0,
    WD_TRAFFIC_REQUEST = 1,
    WD_TRAFFIC_RESPONSE = 2,
    WD_TRAFFIC_KEPT = 3,
    WD_TRAFFIC_BEGUN = 4,
    WD_TRAFFIC_UNKNOWN = 5,
};

/* Hashed as bytes: every member is 4 bytes. */
struct wd_traffic_key {
    whodunit_context context, from;
    uint32_t service;                          /* wd_name */
    uint8_t kind, transport, accepted, reason; /* reason: enum wd_stream_loss */
};

struct wd_traffic {
    struct wd_traffic_key key;
    uint64_t sums; /* calls in the upper 24 bits, bytes in the others: what a few seconds bring */
    uint64_t count, bytes, mixed;
};

/* Adds one call. `last`, where the channel remembers the key's place; any value will do. Lock-free and signal-safe. */
void wd_traffic_add(const struct wd_traffic_key *key, uint64_t bytes, int mixed, uint32_t *last);

/* Takes out the sums of the next key, from `*position` (0 to begin) on. False at the end. One consumer. */
int wd_traffic_take(uint32_t *position, struct wd_traffic *taken);

#endif
