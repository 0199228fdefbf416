/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/ticks.h"

#include <time.h>

#include "memory/fork_state.h"

static uint32_t share; /* of the ticks that are samples, in 2^-32; 0: all */
static uint32_t life WD_FORK_STATE = 1;

static __thread struct {
    uint32_t begun; /* in this life of the process */
    uint32_t sum;   /* of the shares; one sample each time that it is full */
} thread __attribute__((tls_model("initial-exec")));

void wd_ticks_start(uint64_t tick_ns, uint64_t interval_ns)
{
    share = interval_ns > tick_ns ? 1 + (uint32_t)((double)tick_ns / (double)interval_ns * UINT32_MAX) : 0;
}

/* The clock's last digits, mixed. */
static uint32_t any_number(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t n = ((uint64_t)now.tv_nsec ^ (uintptr_t)&thread) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(n >> 32);
}

int wd_ticks_is_sample(void)
{
    if (!share)
        return 1;
    if (thread.begun != life) {
        thread.begun = life;
        thread.sum = any_number();
    }
    thread.sum += share;
    return thread.sum < share;
}

void wd_ticks_after_fork(void)
{
    life++;
}
