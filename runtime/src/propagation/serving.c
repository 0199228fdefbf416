/* SPDX-License-Identifier: Apache-2.0 */
#include "propagation/serving.h"

#include <pthread.h>

#include "contexts/context.h"
#include "propagation/dispatch.h"
#include "recording/labels.h"
#include "recording/sample_balance.h"
#include "sampler/sampler.h"
#include "threads/thread.h"

#define AT_ONCE 4 /* samples at one command's end; the rest at the next one's */

static __thread struct {
    const struct wd_protocol *protocol;
    int fd;
    whodunit_context context;
} serving __attribute__((tls_model("initial-exec")));

static struct wd_serving_reason between = { .text = "between commands" };

static void after_fork(void)
{
    if (serving.protocol)
        serving.protocol = NULL;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

int wd_serving(const struct wd_protocol *protocol)
{
    return serving.protocol == protocol ? serving.fd : -1;
}

int wd_serving_gave(whodunit_context context)
{
    return serving.context == context;
}

static void carry(const struct wd_protocol *protocol, int fd, whodunit_context context)
{
    wd_thread_switch(context);
    serving.protocol = protocol;
    serving.fd = fd;
    serving.context = context;
    if (protocol->idle || wd_propagation_preferred) /* which is told of other protocols' threads, too */
        wd_propagation_engaged |= WD_ENGAGED;
}

static whodunit_context context_of(struct wd_serving_reason *reason)
{
    return wd_context_reason(&reason->context, reason->text);
}

/* Samples are seldom due: so that the usual end needs no frame. */
static __attribute__((noinline)) void sample_at_end(void)
{
    for (int i = 0; i < AT_ONCE && wd_balance_end(wd_thread.context); i++)
        wd_sampler_sample_here();
}

void wd_serving_command_ends(void)
{
    if (wd_balance_is_open())
        sample_at_end();
}

static void begin(const struct wd_protocol *protocol, int fd, whodunit_context context)
{
    carry(protocol, fd, context);
    wd_thread_begins_work(context);
    wd_balance_begin(wd_thread.context);
    wd_labels_move(__atomic_load_n(&between.context, __ATOMIC_RELAXED), wd_thread.context);
}

void wd_serving_command(const struct wd_protocol *protocol, int fd, whodunit_context context)
{
    begin(protocol, fd, context);
    wd_propagation_claim(fd, protocol, context);
}

void wd_serving_bare_command(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason)
{
    begin(protocol, fd, wd_propagation_arrived ? wd_propagation_arrived : context_of(reason));
    wd_propagation_claim(fd, protocol, WHODUNIT_ROOT);
}

int wd_serving_goes_on(const struct wd_protocol *protocol, int fd, const struct wd_serving_reason *reason)
{
    whodunit_context bare = __atomic_load_n(&reason->context, __ATOMIC_RELAXED);
    return bare && wd_thread.context == bare && !wd_propagation_arrived && wd_serving(protocol) == fd;
}

void wd_serving_connecting(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason)
{
    wd_serving_explain(protocol, fd, reason);
    if (!wd_propagation_arrived || wd_context_kind(wd_propagation_arrived) == WD_REASON)
        return;
    carry(protocol, fd, wd_propagation_arrived);
    wd_labels_move(__atomic_load_n(&between.context, __ATOMIC_RELAXED), wd_thread.context);
    wd_labels_move(context_of(reason), wd_thread.context);
}

void wd_serving_between(const struct wd_protocol *protocol, int fd)
{
    wd_serving_command_ends();
    whodunit_context context = context_of(&between);
    wd_thread_is_between(context);
    carry(protocol, fd, context);
}

void wd_serving_explain(const struct wd_protocol *protocol, int fd, struct wd_serving_reason *reason)
{
    wd_serving_command_ends();
    wd_balance_forget();
    carry(protocol, fd, context_of(reason));
}
