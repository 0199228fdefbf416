/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resemblance.h: which of the requests that a loop has open does it send on? By what the bytes have in common. The
 * heads of requests may change meanwhile, under other threads: what is told is then nobody's harm. Signal-safe; takes
 * no lock.
 */
#ifndef WD_CHANNELS_RESEMBLANCE_H
#define WD_CHANNELS_RESEMBLANCE_H

#include <sys/uio.h>

#include "channels/channel.h"

#define WD_CANDIDATES 128     /* that are told apart by their bytes */
#define WD_SHINGLE 8          /* bytes that are compared at once */
#define WD_SENT 1024          /* bytes of what is sent that are looked at */
#define WD_SENT_SHINGLES 2048 /* places for theirs */

/* The open requests: first those that were not passed on yet; and the number of the first one of the same type: of one
 * type it does not matter whose it is. */
struct wd_candidates {
    struct wd_request_id request[WD_CANDIDATES];
    uint32_t n, waiting; /* all, and those that were not passed on */
    uint32_t group[WD_CANDIDATES];
};

struct wd_sent {
    unsigned char bytes[WD_SENT];
    size_t length;
    uint32_t different;            /* of the following */
    uint32_t in[WD_SENT_SHINGLES]; /* each eight bytes in a row, as 32 bits of a hash; open addressing; 0 is empty */
};

/* The pieces are read safely: the kernel has not checked them. */
void wd_sent_look(struct wd_sent *sent, const struct iovec *pieces, size_t count);

/* The request of which the most is sent, if that is clearly more than of any other type's: of its request
 * line, if what is sent has one, else of all its head. 1; 0 if nothing tells one type from another; 2
 * where it is most of what is compared, of either. */
int wd_resembles(const struct wd_candidates *all, struct wd_sent *sent, int has_line, struct wd_request_id *found);

/* Is the beginning of another one in it as well, behind the first `own` bytes, of another type, which was not passed on
 * yet? What several clients have asked for goes out together. */
int wd_resembles_others(const struct wd_candidates *all, const struct wd_sent *sent, size_t own,
                        const struct wd_request_id *found);

#endif
