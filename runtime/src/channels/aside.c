/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/aside.h"

#include "channels/loop.h"

static __thread struct {
    whodunit_context context;
    struct wd_request_id request;
    int waits; /* no transaction has begun with it */
} aside __attribute__((tls_model("initial-exec")));

void wd_aside_keep(whodunit_context context, int fd, const struct wd_channel *channel, int goes_on)
{
    int is_same = goes_on && aside.waits && aside.request.fd == fd && aside.request.epoch == channel->epoch;
    aside.context = is_same && aside.context != context ? WHODUNIT_ROOT : context;
    aside.request = (struct wd_request_id){ fd, channel->epoch };
    aside.waits = 1;
}

whodunit_context wd_aside_take(void)
{
    const struct wd_channel *channel = wd_loop_request(&aside.request);
    whodunit_context context = channel && channel->open ? aside.context : WHODUNIT_ROOT;
    aside.context = WHODUNIT_ROOT;
    aside.waits = 0;
    return context;
}
