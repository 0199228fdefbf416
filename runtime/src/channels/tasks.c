/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/tasks.h"

#include "channels/loop.h"
#include "channels/multiplexed.h"
#include "channels/multiplexed_streams.h"
#include "channels/turns.h"
#include "channels/work.h"

#define TASKS 8192 /* requests that are known by their number: the last ones */

/* A connection's number says itself which one it is: it is used as long as that lives. */
#define CONNECTION (UINT64_C(1) << 63)

static __thread uint64_t waits __attribute__((tls_model("initial-exec"))); /* that the thread has begun */

__thread struct wd_task wd_task __attribute__((tls_model("initial-exec")));

/* A place whose number is 0 is being written. */
static struct wd_task tasks[TASKS];
static uint64_t last;
const struct wd_task_keeper *wd_task_keeper;

void wd_tasks_follow(const struct wd_task_keeper *who)
{
    __atomic_store_n(&wd_task_keeper, who, __ATOMIC_RELEASE);
}

static const struct wd_task_keeper *kept_by(void)
{
    return __atomic_load_n(&wd_task_keeper, __ATOMIC_ACQUIRE);
}

static enum wd_stream_loss loss_of(const struct wd_channel *channel)
{
    return (enum wd_stream_loss)(channel->loss ? channel->loss : wd_work.loss);
}

static uint64_t number_of_connection(const struct wd_request_id *request)
{
    return CONNECTION | (uint64_t)request->fd << 32 | request->epoch;
}

/* The last request of a connection; false: it has none. */
static int find_last(uint64_t number, struct wd_task *out)
{
    struct wd_request_id request = { (int)(number >> 32 & INT32_MAX), (uint32_t)number };
    const struct wd_channel *channel = wd_loop_request(&request);
    struct wd_last_request last;
    if (channel && wd_multiplexed_last(channel, &last)) {
        *out = (struct wd_task){ number, last.context, last.request, last.requests, (enum wd_stream_loss)last.loss };
        return 1;
    }
    if (!channel || channel->requests == 0)
        return 0;
    *out = (struct wd_task){ number, channel->context, request, channel->requests, (enum wd_stream_loss)channel->loss };
    return 1;
}

static int find(uint64_t number, struct wd_task *out)
{
    if (number == 0)
        return 0;
    if (number & CONNECTION)
        return find_last(number, out);
    const struct wd_task *place = &tasks[number % TASKS];
    if (__atomic_load_n(&place->number, __ATOMIC_ACQUIRE) != number)
        return 0;
    *out = *place;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&place->number, __ATOMIC_RELAXED) == number;
}

/* In a loop what was done just before is told by another task, or nobody's. */
static void go_on(const struct wd_task *task)
{
    wd_turn_ends();
    wd_task = *task;
    wd_work_begin(task->context, task->request.fd, wd_loop_request(&task->request));
    wd_work.loss = (uint8_t)task->loss;
}

void wd_task_begin(uint64_t number)
{
    struct wd_task task;
    if (number != wd_task.number && find(number, &task))
        go_on(&task);
}

void wd_task_end(const struct wd_task *before)
{
    if (before->number) {
        go_on(before);
        return;
    }
    wd_task.number = 0;
    wd_work_end();
}

static struct wd_channel *followed(int fd)
{
    return wd_descriptor(fd) & WD_FD_FOLLOWED ? wd_channel(fd) : NULL;
}

void wd_task_sends_later(int fd)
{
    struct wd_channel *channel = followed(fd);
    if (!channel)
        return;
    int is_both = channel->later_until == waits + 1 && channel->later != wd_task.number;
    channel->later = is_both ? 0 : wd_task.number;
    channel->later_until = waits + 1;
}

void wd_task_waits(void)
{
    waits++;
    wd_task.number = 0; /* M5 */
}

int wd_task_that_sends(const struct wd_channel *channel, struct wd_task *out)
{
    if (wd_task.number) {
        *out = wd_task;
        return 1;
    }
    return channel->later && channel->later_until == waits + 1 && find(channel->later, out);
}

void wd_task_made(void)
{
    const struct wd_task_keeper *k = kept_by();
    if (k)
        k->made();
}

static uint64_t keep(const struct wd_task *task)
{
    uint64_t number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
    struct wd_task *place = &tasks[number % TASKS];
    __atomic_store_n(&place->number, 0, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    place->context = task->context;
    place->request = task->request;
    place->requests = task->requests;
    place->loss = task->loss;
    __atomic_store_n(&place->number, number, __ATOMIC_RELEASE);
    return number;
}

uint64_t wd_task_connection(uint64_t number)
{
    struct wd_task task;
    return find(number, &task) ? number_of_connection(&task.request) : 0;
}

uint64_t wd_task_new_connection(int fd)
{
    const struct wd_channel *channel = followed(fd);
    if (!channel || channel->role != WD_CHANNEL_ACCEPTED || channel->requests)
        return 0;
    return number_of_connection(&(struct wd_request_id){ fd, channel->epoch });
}

void wd_task_connection_came(int fd)
{
    const struct wd_task_keeper *k = kept_by();
    wd_task.number = 0;
    uint64_t number = k ? wd_task_new_connection(fd) : 0;
    if (number)
        k->came(number);
}

static void request_came(const struct wd_channel *channel, int fd)
{
    wd_task.number = 0;
    kept_by()->came(keep(&(struct wd_task){ .context = wd_thread.context,
                                            .request = { fd, channel->epoch },
                                            .requests = channel->requests,
                                            .loss = loss_of(channel) }));
}

/* What it is of is told when it is decrypted. */
static void encrypted_came(struct wd_channel *channel, int fd)
{
    wd_task.number = 0;
    channel->goes_on = 0;
    kept_by()->came(number_of_connection(&(struct wd_request_id){ fd, channel->epoch }));
}

/* A call within a task goes on with it; else it is another one's. */
static void answer_came(const struct wd_channel *channel)
{
    if (wd_task.number == 0)
        return;
    if (channel->bound.fd != wd_task.request.fd || channel->bound.epoch != wd_task.request.epoch ||
        channel->bound_request != wd_task.requests)
        wd_task.number = 0;
}

void wd_task_came(struct wd_channel *channel, int fd)
{
    if (channel->is_tls)
        encrypted_came(channel, fd);
    else if (channel->role == WD_CHANNEL_ACCEPTED)
        request_came(wd_multiplexed_request(channel, &fd), fd);
    else
        answer_came(channel);
}

/* asyncio hands on at once all that it can decrypt of what was received. */
void wd_task_decrypted_came(struct wd_channel *channel, int fd)
{
    if (!wd_tasks_are_kept())
        return;
    request_came(wd_multiplexed_request(channel, &fd), fd);
    channel->goes_on = 1;
}
