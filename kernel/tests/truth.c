/* SPDX-License-Identifier: Apache-2.0 */
#include "truth.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MOST (1u << 20)

static uint64_t time_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint64_t truth_now(void)
{
    return time_of(CLOCK_MONOTONIC);
}

/* "ran waited-for-a-processor times" */
static uint64_t ready_of(const struct truth *truth)
{
    char line[96];
    char *end;
    ssize_t n = pread(truth->schedstat, line, sizeof line - 1, 0);
    if (n <= 0) {
        fprintf(stderr, "the kernel does not tell how long threads are ready\n");
        exit(4);
    }
    line[n] = 0;
    strtoull(line, &end, 10);
    return strtoull(end, NULL, 10);
}

void truth_start(struct truth *truth)
{
    truth->schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    truth->waits = calloc(MOST, sizeof *truth->waits);
    ready_of(truth);
}

/* All at one time: what is ready between two of the questions would be in one of the answers only. */
static struct truth_call accounts(const struct truth *truth)
{
    struct truth_call now = { .ready = ready_of(truth) };
    for (;;) {
        now.cpu = time_of(CLOCK_THREAD_CPUTIME_ID);
        now.at = truth_now();
        uint64_t ready = ready_of(truth);
        if (ready == now.ready)
            return now;
        now.ready = ready;
    }
}

struct truth_call truth_before(const struct truth *truth)
{
    return accounts(truth);
}

void truth_after(struct truth *truth, const struct truth_call *call, int by)
{
    uint64_t ended = truth_now();
    struct truth_call now = accounts(truth);
    uint64_t whole = now.at - call->at, not_blocked = now.cpu - call->cpu + now.ready - call->ready;
    uint64_t blocked = whole > not_blocked ? whole - not_blocked : 0;
    if (truth->count == MOST) {
        fprintf(stderr, "more waits than there is room for\n");
        exit(4);
    }
    truth->waits[truth->count] = (struct truth_wait){ call->at, blocked, ended, by };
    __atomic_store_n(&truth->count, truth->count + 1, __ATOMIC_RELEASE);
    if (by != TRUTH_TIMER)
        truth->for_others += blocked;
}

void truth_print(const struct truth *truth, int thread, FILE *out)
{
    uint32_t count = __atomic_load_n(&truth->count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count; i++) {
        const struct truth_wait *w = &truth->waits[i];
        fprintf(out, "wait %d %d %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", thread, w->by, w->began, w->blocked, w->ended);
    }
}
