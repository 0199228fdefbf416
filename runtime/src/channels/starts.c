/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/starts.h"

#include <pthread.h>

#include "channels/chains.h"
#include "channels/one_by_one.h"
#include "channels/open_requests.h"
#include "channels/tasks.h"
#include "channels/work.h"
#include "contexts/context.h"
#include "memory/fork_state.h"
#include "recording/executed.h"

/* A child of a loop: what the loop was at under which context, and whose that is for sure. */
static whodunit_context loops WD_FORK_STATE, loops_surely WD_FORK_STATE;

/* A loop has several requests at once, and whose turn it is when it starts a program nobody has said: it is known where
 * all that are open are of one type. */
static int are_all_of(uint32_t kind)
{
    struct wd_open_requests_walk walk = { 0 };
    for (int fd; (fd = wd_open_requests_next(&walk)) >= 0;) {
        const struct wd_channel *channel = wd_channel(fd);
        if (wd_request_is_open(channel) && (channel->loss || wd_chain_kind(channel->context) != kind))
            return 0;
    }
    return 1;
}

static whodunit_context of_loop(whodunit_context context)
{
    if (wd_task.number)
        return wd_task.loss ? WHODUNIT_ROOT : wd_task.context;
    return context != WHODUNIT_ROOT && are_all_of(wd_chain_kind(context)) ? context : WHODUNIT_ROOT;
}

static whodunit_context starts_under(void)
{
    whodunit_context context = wd_work_loss() ? WHODUNIT_ROOT : wd_work_context();
    if (wd_propagation_hosted || wd_work_is_the_programs())
        return context;
    if (wd_work_takes_turns(0) && !wd_serves_one_by_one(&wd_work.serving))
        return of_loop(context);
    return loops != WHODUNIT_ROOT && context == loops ? loops_surely : context;
}

static struct wd_remote names(void)
{
    struct wd_remote remote = { 0 };
    whodunit_context context = starts_under();
    size_t length;
    const struct wd_remote *from = wd_context_bytes(context, &length);
    if (context == WHODUNIT_ROOT)
        return remote;
    if (wd_context_kind(context) == WD_REMOTE && length == sizeof *from)
        return *from;
    remote.uid = wd_chain_publish(context);
    remote.synopsis = context;
    wd_context_count_event(context, WD_SENT, 1);
    return remote;
}

static whodunit_context before, before_surely;

static void before_fork(void)
{
    before = wd_propagation_loops && wd_work_serves ? wd_thread.context : WHODUNIT_ROOT;
    before_surely = before == WHODUNIT_ROOT ? WHODUNIT_ROOT : starts_under();
}

static void in_child(void)
{
    if (before == WHODUNIT_ROOT)
        return;
    loops = before;
    loops_surely = before_surely;
}

void wd_starts_begin(void)
{
    static int watched;
    wd_executed_names = names;
    if (!watched++)
        pthread_atfork(before_fork, NULL, in_child);
}
