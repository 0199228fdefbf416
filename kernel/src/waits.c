/* SPDX-License-Identifier: Apache-2.0 */
#include "waits.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "interval_file.h"
#include "process_code.h"
#include "shared.h"
#include "stacks.h"
#include "threads.h"
#include "waits.skel.h"

#define LOOK_NS 50000000 /* the programs wake nobody: the ring is looked at so often */
#define FLUSH_LOOKS 20

/* Namespaces of processes, by inodes: the machine's own (PROC_PID_INIT_INO), and one that is none. */
#define OUTERMOST 0xeffffffcu
#define NO_NAMESPACE 1

static const char *const tracepoints[] = {
    "sched_switch",
    "sched_waking",
    "netif_rx",
    "softirq_entry",
    "softirq_exit",
    "irq_handler_entry",
    "irq_handler_exit",
    "hrtimer_expire_entry",
    "hrtimer_expire_exit",
    "sched_process_fork",
    "sched_process_exit",
    "sched_process_exec",
    NULL,
};

static struct waits_bpf *programs;
static struct ring_buffer *ring;
static int timer = -1, records; /* anybody */

static int wanted(const struct wd_kernel_options *options)
{
    return options->intervals != NULL;
}

static int take(void *unused, void *data, size_t size)
{
    (void)unused;
    if (size >= sizeof(struct wd_interval) && *(wd_u32 *)data == WD_EVENT_INTERVAL) {
        const struct wd_interval *i = data;
        struct wd_interval named = *i;
        named.stack = wd_stacks_id(i->stack);
        named.waker_stack = wd_stacks_id(i->waker_stack);
        wd_intervals_add(&named, wd_threads_recorded(i->tid, i->blocked), wd_threads_waker(i->waker, i->woken));
    } else if (size >= sizeof(struct wd_thread_event) && *(wd_u32 *)data == WD_EVENT_THREAD) {
        wd_threads_tell(data);
    } else if (size >= sizeof(struct wd_stack_event) && *(wd_u32 *)data == WD_EVENT_STACK) {
        wd_stacks_tell(data);
    }
    return 0;
}

static void write_totals(void)
{
    wd_intervals_total("dropped", programs->bss->dropped);
    wd_intervals_total("without_waker", programs->bss->without_waker);
    wd_intervals_total("unseen", programs->bss->unseen);
    wd_intervals_total("bytes_lost", wd_intervals_lost());
    wd_intervals_total("denied", wd_code_denied());
    wd_intervals_total("stacks_lost", wd_stacks_lost());
    wd_intervals_total("unfinished", (uint64_t)records);
}

/* All that has happened so far is in the file after it. */
static void complete(void)
{
    ring_buffer__consume(ring);
    wd_threads_define_all();
    write_totals();
    wd_intervals_flush();
}

static void stop(void)
{
    records = 0;
    if (ring)
        complete();
    wd_intervals_close();
    ring_buffer__free(ring);
    waits_bpf__destroy(programs);
    if (timer >= 0)
        close(timer);
    ring = NULL;
    programs = NULL;
    timer = -1;
}

/* In which our numbers are, for waits.bpf.c. If /proc tells those of another one nothing can be looked up by them. */
static wd_u32 own_namespace(void)
{
    struct stat is;
    char number[16] = "";
    ssize_t n = readlink("/proc/self", number, sizeof number - 1);
    if (n <= 0 || stat("/proc/self/ns/pid", &is) != 0 || atoi(number) != getpid())
        return NO_NAMESPACE;
    return is.st_ino == OUTERMOST ? 0 : (wd_u32)is.st_ino;
}

static const char *load(const struct wd_kernel_options *options)
{
    static char why[128];
    programs = waits_bpf__open();
    if (!programs)
        return strerror(errno);
    programs->rodata->helpers_namespace = own_namespace();
    if (!wd_shared_use(programs->obj) || waits_bpf__load(programs) != 0 || !wd_shared_keep(programs->obj) ||
        waits_bpf__attach(programs) != 0 ||
        !(ring = ring_buffer__new(bpf_map__fd(programs->maps.ring), take, NULL, NULL))) {
        snprintf(why, sizeof why, "the kernel refuses the programs that record waits: %s", strerror(errno));
        return why;
    }
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return wd_intervals_open(options->intervals);
}

static const char *start(const struct wd_kernel_options *options)
{
    const char *error = load(options);
    if (error)
        stop();
    return error;
}

static void active(int any)
{
    if (!ring)
        return; /* nobody asked for waits */
    const struct itimerspec each = { { 0, any ? LOOK_NS : 0 }, { 0, any ? LOOK_NS : 0 } };
    timerfd_settime(timer, 0, &each, NULL);
    records = any;
    if (!any)
        complete(); /* before the last process is told that it is recorded no longer, and ends */
}

static int descriptor(void)
{
    return timer;
}

static void work(void)
{
    static int looks;
    uint64_t expired;
    if (read(timer, &expired, sizeof expired) < 0 && errno != EAGAIN)
        return;
    ring_buffer__consume(ring);
    if (++looks % FLUSH_LOOKS == 0) {
        wd_threads_define_new();
        write_totals();
        wd_intervals_flush();
    }
}

static void describe(struct wd_kernel_answer *answer)
{
    if (programs)
        answer->has |= WD_KERNEL_HAS_INTERVALS;
}

const struct wd_tool wd_waits_tool = {
    .name = "waits",
    .tracepoints = tracepoints,
    .wanted = wanted,
    .start = start,
    .active = active,
    .descriptor = descriptor,
    .work = work,
    .describe = describe,
    .stop = stop,
};
