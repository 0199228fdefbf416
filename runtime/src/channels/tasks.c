/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/tasks.h"

#include "channels/loop.h"
#include "channels/turns.h"
#include "channels/work.h"

#define TASKS 8192 /* requests that are known by their number: the last ones */
#define LOOPS 64   /* threads that send later */
#define LATER 64   /* sends of one turn; of more it is not known whose they are */

/* A connection's number says itself which one it is: it is used as long as that lives. */
#define CONNECTION (UINT64_C(1) << 63)

/* What is sent before the thread waits next, of the few threads for which that is told. Not the threads' own memory: of
 * that a library that is loaded late, as the agent is, has little. */
static struct later {
    unsigned n;
    struct sent {
        int fd;
        uint64_t number;
    } sent[LATER];
    struct wd_task found;
} of_threads[LOOPS];
static unsigned loops;
static __thread struct later *later __attribute__((tls_model("initial-exec")));

__thread struct wd_task wd_task __attribute__((tls_model("initial-exec")));

/* A place whose number is 0 is being written. */
static struct wd_task tasks[TASKS];
static uint64_t last;
static const struct wd_task_keeper *keeper;

void wd_tasks_follow(const struct wd_task_keeper *who)
{
    __atomic_store_n(&keeper, who, __ATOMIC_RELEASE);
}

static const struct wd_task_keeper *kept_by(void)
{
    return __atomic_load_n(&keeper, __ATOMIC_ACQUIRE);
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

int wd_task_begin(uint64_t number, struct wd_task *before)
{
    struct wd_task task;
    if (number == wd_task.number || !find(number, &task))
        return 0;
    *before = wd_task;
    go_on(&task);
    return 1;
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

void wd_task_sends_later(int fd)
{
    if (!later) {
        unsigned mine = __atomic_fetch_add(&loops, 1, __ATOMIC_RELAXED);
        if (mine >= LOOPS)
            return;
        later = &of_threads[mine];
    }
    for (struct sent *s = later->sent; s < later->sent + later->n; s++)
        if (s->fd == fd) {
            s->number = s->number == wd_task.number ? s->number : 0; /* both at once, as likely as not */
            return;
        }
    if (later->n < LATER)
        later->sent[later->n++] = (struct sent){ fd, wd_task.number };
}

void wd_task_waits(void)
{
    if (later)
        later->n = 0;
    wd_task.number = 0; /* M5 */
}

const struct wd_task *wd_task_that_sends(const struct wd_transfer *t)
{
    if (wd_task.number)
        return &wd_task;
    for (unsigned i = 0; later && i < later->n; i++)
        if (later->sent[i].fd == t->fd)
            return find(later->sent[i].number, &later->found) ? &later->found : NULL;
    return NULL;
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
    const struct wd_channel *channel = wd_descriptor(fd) & WD_FD_FOLLOWED ? wd_channel(fd) : NULL;
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

void wd_task_request_came(const struct wd_channel *channel, int fd)
{
    const struct wd_task_keeper *k = kept_by();
    wd_task.number = 0;
    if (k)
        k->came(keep(&(struct wd_task){ .context = wd_thread.context,
                                        .request = { fd, channel->epoch },
                                        .requests = channel->requests,
                                        .loss = loss_of(channel) }));
}

/* A call within a task goes on with it; else it is another one's. */
void wd_task_answer_came(const struct wd_channel *channel)
{
    if (channel->bound.fd != wd_task.request.fd || channel->bound.epoch != wd_task.request.epoch ||
        channel->bound_request != wd_task.requests)
        wd_task.number = 0;
}
