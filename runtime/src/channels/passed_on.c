/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/passed_on.h"

#include <string.h>

#include "channels/behind_lock.h"
#include "channels/framing.h"

static int is_http(const char *first, size_t n)
{
    return n > 0 && *first >= 'A' && *first <= 'Z' && !wd_request_is_icap((const unsigned char *)first, n);
}

static void read_all(void *framing, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n;)
        done += wd_framing_read(framing, (const char *)bytes + done, n - done);
}

void wd_passed_on_read(struct wd_channel *channel, const struct wd_transfer *t, int is_new)
{
    struct wd_behind *the = &channel->behind;
    if (!wd_behind_lock(the))
        return;
    if (is_new) {
        memset(&the->framing, 0, sizeof the->framing);
        the->framing.state =
            t->count > 0 && is_http(t->pieces->iov_base, wd_transfer_first(t)) ? WD_FRAMING_BETWEEN : WD_FRAMING_LOST;
    }
    wd_transfer_show(t, read_all, &the->framing);
    wd_framing_pass(&the->framing, (uint64_t)t->n - t->seen);
    wd_behind_unlock(the);
}
