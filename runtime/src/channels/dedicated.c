/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/dedicated.h"

#include "channels/loop.h"
#include "channels/work.h"

#define NEVER (-1)

/* The one that the thread has waited for, or NEVER: it has had others. Epoch 0: none yet. */
static __thread struct wd_request_id only __attribute__((tls_model("initial-exec")));

/* Of connections that others have made: their states, by descriptor. */
static const struct wd_channel *brings_requests(int fd)
{
    uint32_t word = wd_descriptor(fd);
    const struct wd_channel *channel = (word & WD_FD_FOLLOWED) && !(word & WD_FD_CLIENT) ? wd_channel(fd) : NULL;
    return channel && channel->role != WD_CHANNEL_PLAIN ? channel : NULL;
}

/* False: there are several. */
static int find_only(const struct pollfd *descriptors, unsigned long n, struct wd_request_id *found)
{
    *found = (struct wd_request_id){ .fd = -1 };
    for (unsigned long i = 0; i < n; i++) {
        const struct wd_channel *channel = brings_requests(descriptors[i].fd);
        if (!channel || descriptors[i].fd == found->fd)
            continue;
        if (found->fd >= 0)
            return 0;
        *found = (struct wd_request_id){ descriptors[i].fd, channel->epoch };
    }
    return 1;
}

/* While that one is open, too. */
static int is_another(const struct wd_request_id *found, const struct wd_request_id *before)
{
    const struct wd_channel *channel = wd_loop_request(before);
    return channel && channel->role == WD_CHANNEL_ACCEPTED &&
           (found->fd != before->fd || found->epoch != before->epoch);
}

void wd_dedicated_polls(const struct pollfd *descriptors, unsigned long n)
{
    struct wd_request_id found;
    if (only.fd == NEVER)
        return;
    int is_one = descriptors && !wd_work.accepts && find_only(descriptors, n, &found);
    if (!is_one || (found.fd >= 0 && (is_another(&found, &only) || is_another(&found, &wd_work.serving))))
        only.fd = NEVER;
    else if (found.fd >= 0)
        only = found;
}

void wd_dedicated_comes(int fd)
{
    if (only.fd != fd && wd_loop_request(&only))
        only.fd = NEVER;
}

struct wd_channel *wd_dedicated_to(struct wd_request_id *name)
{
    struct wd_channel *channel = wd_loop_request(&only);
    const struct wd_channel *serving = wd_loop_request(&wd_work.serving);
    if (!channel || channel->role != WD_CHANNEL_ACCEPTED || channel->streams)
        return NULL;
    if (serving && serving != channel && serving->role != WD_CHANNEL_CONNECTED)
        return NULL; /* another thread has told it something, through a pipe */
    *name = only;
    return channel;
}

void wd_dedicated_rests(void)
{
    if (only.fd != NEVER)
        wd_dedicated_forget();
}

void wd_dedicated_forget(void)
{
    only = (struct wd_request_id){ 0 };
}
