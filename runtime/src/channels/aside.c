/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/aside.h"

#include "channels/loop.h"

static __thread struct {
    whodunit_context context;
    struct wd_request_id request;
} aside __attribute__((tls_model("initial-exec")));

void wd_aside_keep(whodunit_context context, int fd, const struct wd_channel *channel)
{
    aside.context = context;
    aside.request = (struct wd_request_id){ fd, channel->epoch };
}

void wd_aside_drop(void)
{
    aside.context = WHODUNIT_ROOT;
}

whodunit_context wd_aside_take(void)
{
    const struct wd_channel *channel = wd_loop_request(&aside.request);
    whodunit_context context = channel && channel->open && !channel->ambiguous ? aside.context : WHODUNIT_ROOT;
    aside.context = WHODUNIT_ROOT;
    return context;
}
