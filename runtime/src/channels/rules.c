/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/rules.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "channels/behind.h"
#include "channels/behind_lock.h"
#include "channels/calls.h"
#include "channels/dedicated.h"
#include "channels/duplicates.h"
#include "channels/loop.h"
#include "channels/memory.h"
#include "channels/multiplexed_streams.h"
#include "channels/one_by_one.h"
#include "channels/pool.h"
#include "channels/routes.h"
#include "channels/sources.h"
#include "channels/starts.h"
#include "channels/tasks.h"
#include "channels/work.h"
#include "channels/workers.h"
#include "memory/readable.h"
#include "recording/executed.h"
#include "sandbox/needs.h"

#define LOOKED_AT 1024 /* descriptors that are polled */

extern const struct wd_protocol wd_channels_protocol;

static void follow(int fd, enum wd_channel_role role, int fresh)
{
    int follows = wd_channels_memory && !wd_sandbox_refuses(WD_REFUSED_CHANNELS);
    struct wd_channel *channel = follows ? wd_channel(fd) : NULL;
    if (!channel)
        return;
    wd_streams_end(channel);
    wd_behind_end(channel);
    wd_channel_begin(channel, role, fresh);
    wd_propagation_follow(fd, &wd_channels_protocol, role == WD_CHANNEL_CONNECTED ? WD_ROLE_CLIENT : WD_ROLE_SERVER);
}

static int a_loop_accepts; /* in this process */

static void accepted(int fd)
{
    wd_work.accepts = 1;
    wd_executed_end();
    if (wd_propagation_loops && !a_loop_accepts)
        a_loop_accepts = 1;
    follow(fd, WD_CHANNEL_ACCEPTED, 1);
    wd_task_connection_came(fd);
}

static void connects(int fd)
{
    uint32_t word = wd_descriptor(fd);
    if (!(word & WD_FD_FOLLOWED) || !(word & WD_FD_CLIENT))
        follow(fd, WD_CHANNEL_CONNECTED, 1);
}

static void made(int fd, int other)
{
    int ends[2] = { fd, other };
    if (other >= 0)
        wd_task_made();
    for (int i = 0; i < 2; i++) {
        struct wd_channel *channel;
        int is_none;
        if (ends[i] < 0)
            continue;
        follow(ends[i], other < 0 ? WD_CHANNEL_FOUND : WD_CHANNEL_PLAIN, other >= 0);
        if (other >= 0 && (wd_descriptor(ends[i]) & WD_FD_FOLLOWED) && (channel = wd_channel(ends[i])) != NULL)
            wd_channel_identify(channel, ends[i], &is_none); /* at once: any number of processes may inherit it */
    }
}

static void closed(int fd, enum wd_role role)
{
    (void)role;
    struct wd_channel *channel = wd_channel(fd);
    if (!channel)
        return;
    struct wd_channel *request = wd_loop_request(&channel->bound);
    if (request)
        request->passed_on = 0; /* it may be passed on to another server */
    int had_streams = wd_streams_end(channel), was_served = wd_works_for(channel, fd);
    struct wd_request_id copy;
    int goes_on = was_served && !had_streams && wd_duplicate_goes_on(channel, &copy);
    channel->epoch++;
    channel->open = 0;
    wd_behind_end(channel);
    if (goes_on)
        wd_work.serving = copy;
    else if (had_streams || was_served)
        wd_work.ending = WD_ENDS;
    else if (channel->role == WD_CHANNEL_ACCEPTED)
        wd_worker_leaves();
}

static void gone(void)
{
    if (wd_work.ending == WD_ENDS)
        wd_work_end();
}

static void duplicated(int fd, int copy)
{
    struct wd_channel *channel = wd_channel(fd), *other = wd_channel(copy);
    if (!channel || !other)
        return;
    if (channel->role != WD_CHANNEL_FOUND)
        follow(copy, (enum wd_channel_role)channel->role, 0);
    wd_duplicate_begin(channel, other, copy);
}

/* It is known here how it came about. */
static void passed(int fd)
{
    wd_call_channel(fd);
}

/* What stdio moves is nobody's. What is moved beside it cannot be told from it. */
static void streamed(int fd, int reads, int writes)
{
    struct wd_channel *channel = wd_channel(fd);
    if (!channel)
        return;
    channel->stdio_reads |= (uint8_t)reads;
    channel->stdio_writes |= (uint8_t)writes;
}

/* Both ways, and at once: what is moved beside the calls that are seen cannot be told from it, whoever is first. */
static void hidden(int fd)
{
    struct wd_channel *channel = wd_call_channel(fd);
    if (!channel)
        return;
    channel->stdio_reads = channel->stdio_writes = 1;
    wd_stream_lose(wd_channel_out(channel), WD_LOSS_UNSEEN);
    wd_stream_lose(wd_channel_in(channel), WD_LOSS_UNSEEN);
}

/* Other protocols' threads are told of as well, also where messages are not followed. */
static void idle(void)
{
    if (!wd_channels_memory)
        return;
    if (wd_tasks_are_kept())
        wd_task_waits();
    wd_dedicated_polls(NULL, 0);
    wd_work_waits_in_a_loop();
}

static void rests(void)
{
    wd_pool_rests();
    wd_worker_rests();
    wd_dedicated_rests();
}

/* A wait for one descriptor is part of a call that the thread makes, unless it is one that brings requests. */
static void polls(const struct pollfd *descriptors, unsigned long n)
{
    if (!wd_channels_memory)
        return;
    int serves = !descriptors && n == 1; /* for none: it only pauses */
    if (descriptors && !wd_is_readable(descriptors, (n < LOOKED_AT ? n : LOOKED_AT) * sizeof *descriptors))
        return; /* the kernel will not, either */
    if (descriptors || n > 1)
        wd_dedicated_polls(n <= LOOKED_AT ? descriptors : NULL, n);
    for (unsigned long i = 0; descriptors && i < n && i < LOOKED_AT; i++) {
        uint32_t word = wd_descriptor(descriptors[i].fd);
        serves |= word & WD_FD_FOLLOWED ? !(word & WD_FD_CLIENT) : wd_work.accepts;
    }
    if (n > 1 && (serves || (!descriptors && wd_work.accepts)))
        wd_propagation_loops = serves = 1;
    if (n > 1 && wd_tasks_are_kept())
        wd_task_waits();
    if (!descriptors && n == 1) {
        struct wd_channel *request = wd_work_open_request();
        if (a_loop_accepts && request)
            wd_work_becomes_a_loops(request);
        if (request)
            wd_work_leaves_request(request);
    }
    if (serves && n > 1)
        wd_work_waits_in_a_loop();
    else if (serves)
        wd_work_end();
}

/* Another protocol may know better whose the message is. */
static void claimed(int fd, whodunit_context context)
{
    struct wd_channel *channel = wd_channel(fd);
    if (!channel)
        return;
    channel->answers_in_turn = 1;
    if (context)
        channel->context = context;
}

static void after_fork(void)
{
    wd_propagation_loops = a_loop_accepts = 0;
    wd_work.accepts = 0;
    wd_dedicated_forget();
    wd_one_by_one_forget();
    wd_sources_forget();
    wd_behind_after_fork();
    wd_streams_after_fork();
}

const struct wd_protocol wd_channels_protocol = {
    .name = "channels",
    .accepted = accepted,
    .connects = connects,
    .made = made,
    .duplicated = duplicated,
    .passed = passed,
    .before_receive = wd_channels_before_receive,
    .received = wd_channels_received,
    .before_send = wd_channels_before_send,
    .sent = wd_channels_sent,
    .decrypted_received = wd_channels_decrypted_received,
    .decrypted_sends = wd_channels_decrypted_sends,
    .decrypted_sent = wd_channels_decrypted_sent,
    .handshake = wd_channels_handshake,
    .epoch = wd_channels_epoch,
    .streamed = streamed,
    .hidden = hidden,
    .closed = closed,
    .gone = gone,
    .idle = idle,
    .polls = polls,
    .rests = rests,
    .claimed = claimed,
};

/* False where they have begun already, or cannot. */
static int begin(void)
{
    if (wd_channels_memory)
        return 0;
    if (wd_channels_memory_begin() != 0) {
        fprintf(stderr, "whodunit: messages are not followed: the table in the recording directory: %s\n",
                strerror(errno));
        return 0;
    }
    wd_call_protocol = &wd_channels_protocol;
    wd_starts_begin();
    return 1;
}

int wd_channels_begin_hosted(whodunit_context (*send_point)(whodunit_context context, const struct wd_caller *caller))
{
    if (!begin())
        return 0;
    wd_call_send_point = send_point;
    wd_propagation_host(&wd_channels_protocol);
    wd_propagation_prefer(&wd_channels_protocol);
    return 1;
}

void wd_channels_begin(const char *routes)
{
    static int watched;
    if (!begin())
        return;
    wd_propagation_prefer(&wd_channels_protocol);
    wd_propagation_fifos = 1;
    if (!watched++)
        pthread_atfork(NULL, NULL, after_fork);
    if (routes[0] && wd_routes_read(routes) != 0)
        fprintf(stderr, "whodunit: routes are not read from '%s': %s\n", routes, strerror(errno));
    for (int fd = 0; fd < 3; fd++)
        if (wd_identity_is_channel(fd))
            made(fd, -1);
}
