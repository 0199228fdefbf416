/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asked.h: which of very many requests asks for what is sent? By its first line; each request's is read once. Requests
 * may change meanwhile, under other threads: then one is not found. Signal-safe; takes no lock.
 */
#ifndef WD_CHANNELS_ASKED_H
#define WD_CHANNELS_ASKED_H

#include "channels/channel.h"

/* What is sent asks for. */
struct wd_wanted {
    struct wd_request_line line;
    uint64_t hashes;
};

/* False: for nothing, or it does not say all of it. */
int wd_wanted_look(const unsigned char *sent, size_t n, struct wd_wanted *wanted);

/* How much does the request ask for the same? Just that: WD_ASKED. Else how many bytes the ends of both have in common,
 * if these are whole segments of a path: a proxy may ask for a longer or shorter one. 0: it does not. */
#define WD_ASKED UINT32_MAX
uint32_t wd_asked_alike(struct wd_channel *request, const struct wd_wanted *wanted);

#endif
