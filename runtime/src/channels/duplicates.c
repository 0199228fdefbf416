/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/duplicates.h"

#define MOST 64 /* that are looked at: closed ones as well */

void wd_duplicate_begin(struct wd_channel *channel, struct wd_channel *other, int copy)
{
    other->copy = channel->copy;
    channel->copy = (struct wd_request_id){ copy, other->epoch };
}

int wd_duplicate_goes_on(const struct wd_channel *channel, struct wd_request_id *copy)
{
    *copy = channel->copy;
    for (int i = 0; i < MOST && copy->epoch; i++) {
        struct wd_channel *other = wd_channel(copy->fd);
        if (!other || other->epoch - copy->epoch > 1)
            return 0; /* the number is another channel's */
        if (other->epoch == copy->epoch) {
            other->context = channel->context;
            other->from = channel->from;
            return 1;
        }
        *copy = other->copy; /* it is closed */
    }
    return 0;
}
