/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts the CPU time of each phase of the proxy by the thread's own clock, as
 * an oracle for the profiler. It is exact for one request at a time: all that
 * runs between two beginnings then belongs to the earlier one, except waiting
 * for events, and what the loop itself takes between two waits, which is
 * measured beforehand with a handler that does nothing. On exit it writes one
 * JSON object to the file that PROXY_PHASES names.
 *
 * With PROXY_WORK_MS=N each write_hit works for N ms of CPU besides, and each
 * read_reply and write_miss for half of it; 50 to 150% of that, at random. So a
 * handler lasts for many ticks of the kernel, and what the tick loses of short
 * bursts on a busy machine (docs/measurements.md) is lost evenly.
 */
#include "phase.h"

#include <dlfcn.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

static const char *const NAMES[PHASES] = { "between_requests", "read_request", "write_hit",
                                           "connect",          "read_reply",   "write_miss" };

static enum phase current = PHASE_BETWEEN_REQUESTS;
static long long spent[PHASES], waiting, since;
static unsigned long begun[PHASES], waits[PHASES];
static double loop_ns; /* per wait: the loop's own time and this clock's */
static double work_ms;

static long long cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void add_to(long long *account)
{
    long long now = cpu_now();
    *account += now - since;
    since = now;
}

static void work(enum phase phase)
{
    static const double part[PHASES] = { [PHASE_WRITE_HIT] = 1, [PHASE_READ_REPLY] = 0.5, [PHASE_WRITE_MISS] = 0.5 };
    long long end = cpu_now() + (long long)(part[phase] * work_ms * 1e6 * (0.5 + drand48()));
    while (cpu_now() < end)
        for (volatile int i = 0; i < 1000; i++)
            ;
}

void phase_begin(enum phase phase)
{
    add_to(&spent[current]);
    current = phase;
    begun[phase]++;
    if (work_ms > 0)
        work(phase);
}

static void written(struct evhttp_request *request, void *arg)
{
    (void)request, (void)arg;
    phase_begin(PHASE_BETWEEN_REQUESTS);
}

void phase_ends_when_written(struct evhttp_request *request)
{
    evhttp_request_set_on_complete_cb(request, written, NULL);
}

/* In front of the C library's: what libevent calls. */
int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout)
{
    static int (*wait)(int, struct epoll_event *, int, int);
    if (!wait)
        wait = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
    add_to(&spent[current]);
    waits[current]++;
    int n = wait(epoll, events, most, timeout);
    add_to(&waiting);
    return n;
}

static void nothing(evutil_socket_t fd, short what, void *base)
{
    (void)fd, (void)what;
    if (waits[current] >= 100000)
        event_base_loopbreak(base);
}

__attribute__((constructor)) static void measure_the_loop(void)
{
    int ends[2];
    struct event_base *base = event_base_new();
    const char *ms = getenv("PROXY_WORK_MS");
    work_ms = ms ? atof(ms) : 0;
    if (!base || pipe(ends) != 0 || write(ends[1], "", 1) != 1)
        abort();
    struct event *readable = event_new(base, ends[0], EV_READ | EV_PERSIST, nothing, base);
    event_add(readable, NULL);
    since = cpu_now();
    event_base_dispatch(base);
    add_to(&spent[current]);
    loop_ns = (double)spent[current] / (double)waits[current];
    event_free(readable);
    event_base_free(base);
    close(ends[0]);
    close(ends[1]);
    memset(spent, 0, sizeof spent);
    memset(waits, 0, sizeof waits);
    waiting = 0;
    since = cpu_now();
}

__attribute__((destructor)) static void report(void)
{
    const char *file = getenv("PROXY_PHASES");
    FILE *out = file ? fopen(file, "w") : NULL;
    if (!out)
        return;
    fprintf(out, "{\"waiting_ns\": %lld, \"loop_ns\": %.1f", waiting, loop_ns);
    for (int i = 0; i < PHASES; i++)
        fprintf(out, ", \"%s\": {\"begun\": %lu, \"waits\": %lu, \"raw_ns\": %lld, \"ns\": %.0f}", NAMES[i], begun[i],
                waits[i], spent[i], (double)spent[i] - (double)waits[i] * loop_ns);
    fprintf(out, "}\n");
    fclose(out);
}
