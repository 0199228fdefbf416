/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/one_by_one.h"

#include "channels/loop.h"
#include "channels/open_requests.h"
#include "propagation/propagation.h"

int wd_one_by_one;

void wd_one_by_one_answered(const struct wd_channel *channel)
{
    int served = __atomic_load_n(&wd_one_by_one, __ATOMIC_RELAXED);
    if (channel->received_by != &wd_thread)
        wd_not_one_by_one();
    else if (served >= 0 && served < WD_ONE_BY_ONE && wd_propagation_loops && !channel->streams)
        __atomic_compare_exchange_n(&wd_one_by_one, &served, served + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Has the calling thread an open request but this one? */
static int has_another(const struct wd_request_id *serving)
{
    struct wd_open_requests_walk walk = { 0 };
    for (int fd = wd_open_requests_next(&walk); fd >= 0; fd = wd_open_requests_next(&walk))
        if (fd != serving->fd && wd_channel(fd)->received_by == &wd_thread)
            return 1;
    return 0;
}

/* What it has received since it waited; NULL: nothing, or several on one channel. */
static const struct wd_channel *own(const struct wd_request_id *serving)
{
    const struct wd_channel *channel = wd_loop_request(serving);
    int is_own = channel && channel->role == WD_CHANNEL_ACCEPTED && channel->received_by == &wd_thread &&
                 !channel->streams && !channel->loss && serving->fd < WD_DESCRIPTORS;
    return is_own ? channel : NULL;
}

int wd_serves_one_by_one(const struct wd_request_id *serving)
{
    if (__atomic_load_n(&wd_one_by_one, __ATOMIC_RELAXED) < WD_ONE_BY_ONE)
        return 0;
    const struct wd_channel *channel = wd_loop_request(serving);
    int is_nobodys = !channel || channel->role != WD_CHANNEL_ACCEPTED;
    return (is_nobodys || own(serving)) && !has_another(serving);
}

int wd_may_serve_one_by_one(const struct wd_request_id *serving)
{
    int served = __atomic_load_n(&wd_one_by_one, __ATOMIC_RELAXED);
    return served >= 0 && served < WD_ONE_BY_ONE && own(serving) && !has_another(serving);
}

void wd_one_by_one_forget(void)
{
    if (wd_one_by_one)
        wd_one_by_one = 0;
}
