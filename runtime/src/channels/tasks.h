/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tasks.h: rule M9. A loop whose language keeps apart what it does for each request, as Python's coroutines do, need
 * not be guessed at: a request has a number here, which the language hands on to all that it begins for it, and says
 * when the thread goes on with that. Signal-safe but for wd_tasks_follow.
 */
#ifndef WD_CHANNELS_TASKS_H
#define WD_CHANNELS_TASKS_H

#include <stdint.h>

#include "channels/channel.h"
#include "whodunit.h"

/* A request, as it was when it came; where the number is a connection's, its last one by now. */
struct wd_task {
    uint64_t number; /* 0: none; it is not known what the thread goes on with */
    whodunit_context context;
    struct wd_request_id request;
    uint32_t requests;        /* which one of its channel's */
    enum wd_stream_loss loss; /* why nobody knows for whom it is */
};

/* What the calling thread goes on with; until it receives something else. */
extern __thread struct wd_task wd_task __attribute__((tls_model("initial-exec")));

/* Who hands numbers on. */
struct wd_task_keeper {
    void (*made)(void);            /* a pipe or socket pair, as loops do before they begin */
    void (*came)(uint64_t number); /* a request was received, or a connection accepted; before the call returns */
};
void wd_tasks_follow(const struct wd_task_keeper *keeper);

/* Does anybody? Else no thread goes on with a number. */
extern const struct wd_task_keeper *wd_task_keeper; /* atomic */
static inline int wd_tasks_are_kept(void)
{
    return __builtin_expect(__atomic_load_n(&wd_task_keeper, __ATOMIC_ACQUIRE) != NULL, 0);
}

/* The thread goes on with that request, unless it is too old to be known; and then with what it did `before`. What
 * begins within it ends before. */
void wd_task_begin(uint64_t number);
void wd_task_end(const struct wd_task *before);

/* The number of the connection that has brought that request; 0: it is too old to be known. */
uint64_t wd_task_connection(uint64_t number);

/* A number of the accepted connection that nothing has come on yet; 0: it is none. */
uint64_t wd_task_new_connection(int fd);

/* What it goes on with is sent on `fd` before the thread waits next: a library may send when all tasks have had their
 * turn. */
void wd_task_sends_later(int fd);

/* For channels/. Where numbers are kept: */
WD_APART void wd_task_waits(void);

/* Whose is what the thread sends now? False: nobody has said. */
WD_APART int wd_task_that_sends(const struct wd_channel *channel, struct wd_task *out);
WD_APART void wd_task_came(struct wd_channel *channel, int fd);

/* And anywhere. */
void wd_task_made(void);
void wd_task_connection_came(int fd);
void wd_task_decrypted_came(struct wd_channel *channel, int fd);

#endif
