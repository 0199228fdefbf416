/*
 * Counts the CPU time of each phase of the proxy by the thread's own clock, as
 * an oracle for the profiler. It is exact for one request at a time: all that
 * runs between two beginnings then belongs to the earlier one, except waiting
 * for events, which is counted apart. On exit it writes one JSON object to the
 * file that PROXY_PHASES names.
 */
#include "phase.h"

#include <dlfcn.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

static const char *const NAMES[PHASES] = { "between_requests", "read_request", "write_hit", "connect", "read_reply", "write_miss" };

static enum phase current = PHASE_BETWEEN_REQUESTS;
static long long spent[PHASES], waiting, since;
static unsigned long begun[PHASES];

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

void phase_begin(enum phase phase)
{
    add_to(&spent[current]);
    current = phase;
    begun[phase]++;
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
    int n = wait(epoll, events, most, timeout);
    add_to(&waiting);
    return n;
}

__attribute__((destructor)) static void report(void)
{
    const char *file = getenv("PROXY_PHASES");
    FILE *out = file ? fopen(file, "w") : NULL;
    if (!out)
        return;
    fprintf(out, "{\"waiting_ns\": %lld", waiting);
    for (int i = 0; i < PHASES; i++)
        fprintf(out, ", \"%s\": {\"begun\": %lu, \"ns\": %lld}", NAMES[i], begun[i], spent[i]);
    fprintf(out, "}\n");
    fclose(out);
}
