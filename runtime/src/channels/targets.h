/* SPDX-License-Identifier: Apache-2.0 */
/*
 * targets.h: which of very many requests has the method and target of what is sent? Each request's line is read once.
 * Requests may change meanwhile, under other threads: then one is not found. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_TARGETS_H
#define WD_CHANNELS_TARGETS_H

#include "channels/channel.h"

struct wd_target {
    struct wd_request_line line;
    uint64_t hashes;
};

/* Of what is sent. False: it is no request, or not all of its line. */
int wd_target_look(const unsigned char *sent, size_t n, struct wd_target *target);

/* How much of it the request has: WD_TARGET_WHOLE; or, by the same method, so many bytes of its end, which are whole
 * segments of a path: a proxy may send a longer or shorter one; or 0. */
#define WD_TARGET_WHOLE UINT32_MAX
uint32_t wd_target_alike(struct wd_channel *request, const struct wd_target *target);

#endif
