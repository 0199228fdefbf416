/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/workers.h"

#include <string.h>

#include "channels/loop.h"
#include "channels/request.h"
#include "channels/tasks.h"
#include "channels/work.h"
#include "recording/labels.h"

/* What the thread has received itself; NULL: it has not, or works for what another one has received. */
static const struct wd_channel *received(void)
{
    const struct wd_channel *channel = wd_loop_request(&wd_work.serving);
    return channel && channel->role == WD_CHANNEL_ACCEPTED && !wd_work.is_found ? channel : NULL;
}

/* Nobody has answered it, or received more of it. */
static int is_own(const struct wd_channel *channel)
{
    return channel && channel->open && channel->received_by == &wd_thread;
}

/* The rest of the answer that the thread has sent last. */
static int is_rest(const struct wd_channel *channel, int fd)
{
    return !channel->open && wd_work.answers == fd && channel->answered_by == &wd_thread &&
           wd_thread.context == wd_work_between;
}

static void answers(int fd)
{
    if (wd_workers_are_handed) {
        wd_work_end();
        wd_work.answers = fd;
    } else
        wd_work.since = wd_thread.samples;
}

static int is_http(const unsigned char *bytes, size_t n)
{
    return n > 0 && bytes[0] >= 'A' && bytes[0] <= 'Z';
}

static uint64_t missing_behind(const unsigned char *bytes, size_t n)
{
    uint64_t length;
    if (!is_http(bytes, n))
        return 0;
    if (!wd_request_length(bytes, n, &length))
        return UINT64_MAX;
    return length > n ? length - n : 0;
}

/* Another thread may receive the rest, and this one go on with something else. */
void wd_worker_received_part(struct wd_channel *channel, const void *bytes, size_t n, int is_first)
{
    if (wd_propagation_loops || wd_propagation_hosted || channel->streams || wd_task.number)
        return;
    if (is_first)
        channel->missing = missing_behind(bytes, n);
    else if (channel->missing != UINT64_MAX)
        channel->missing -= channel->missing < n ? channel->missing : n;
    else if (memmem(bytes, n, "\r\n\r\n", 4))
        channel->missing = 0;
    if (channel->missing)
        wd_work_end();
}

void wd_worker_sent(struct wd_channel *channel, int fd)
{
    if (wd_propagation_hosted || channel->streams || wd_task.number || wd_work_is_the_programs())
        return;
    int is_handed = channel->open && !wd_works_for(channel, fd) && !is_own(received());
    if (is_handed && channel->received_by != &wd_thread)
        wd_workers_found();
    if (is_handed || (wd_workers_are_handed && is_rest(channel, fd))) {
        wd_thread_enter();
        if (!channel->loss)
            wd_labels_move_behind(wd_work.since, channel->context);
        answers(fd);
    } else if (wd_works_for(channel, fd))
        answers(fd);
}

void wd_worker_leaves(void)
{
    wd_work.since = wd_thread.samples;
}

void wd_worker_rests(void)
{
    if (!wd_workers_are_handed || wd_propagation_loops || wd_propagation_hosted)
        return;
    const struct wd_channel *channel = received();
    if (channel && !is_own(channel))
        wd_work_end();
}
