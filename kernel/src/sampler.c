/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sampler.skel.h"
#include "shared.h"
#include "symbols.h"

#define IDLE_NS 1000000000 /* far more waits of a server are between requests than within them */

static struct sampler_bpf *programs;
static int *events; /* a descriptor for each CPU, -1 if it is offline */
static int cpus;

static int wanted(const struct wd_kernel_options *options)
{
    return options->interval_ns > 0;
}

/* Where addresses are hidden there are none, and no address is told apart. */
static int fill_starts(void)
{
    __u32 n = (__u32)wd_kernel_functions();
    __u32 *keys = calloc(n + 1, sizeof *keys);
    __u64 *starts = calloc(n + 1, sizeof *starts);
    for (__u32 i = 0; keys && starts && i < n; i++) {
        keys[i] = i;
        starts[i] = wd_kernel_function_start(i);
    }
    int failed = !keys || !starts ||
                 (n > 0 && bpf_map_update_batch(bpf_map__fd(programs->maps.starts), keys, starts, &n, NULL) != 0);
    free(keys);
    free(starts);
    return !failed;
}

/* The scheduler makes threads stop at its own ticks. Were ours in step with these, a thread that is made to stop often
 * would have half a tick too much each time, or too little, according to which comes first. */
static uint64_t out_of_step(int cpu, uint64_t interval_ns)
{
    uint64_t little = interval_ns / 331;
    return cpu % 2 == 0 ? interval_ns + little : interval_ns - little;
}

/* Linux 6.18. */
static bool has_task_work(void)
{
    struct btf *types = btf__load_vmlinux_btf();
    bool has = types && btf__find_by_name_kind(types, "bpf_task_work_schedule_resume_impl", BTF_KIND_FUNC) > 0;
    btf__free(types);
    return has;
}

static int open_event(int cpu, uint64_t interval_ns)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_SW_CPU_CLOCK,
        .sample_period = out_of_step(cpu, interval_ns),
        .disabled = 1,
        .exclude_idle = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static const char *open_events(uint64_t interval_ns)
{
    static char why[128];
    int opened = 0, error = 0;
    cpus = libbpf_num_possible_cpus();
    events = calloc((size_t)cpus, sizeof *events);
    for (int cpu = 0; cpu < cpus; cpu++) {
        events[cpu] = open_event(cpu, interval_ns);
        if (events[cpu] < 0) {
            error = errno;
            continue;
        }
        if (ioctl(events[cpu], PERF_EVENT_IOC_SET_BPF, bpf_program__fd(programs->progs.tick)) == 0)
            opened++;
        else
            error = errno;
    }
    if (opened)
        return NULL;
    snprintf(why, sizeof why, "no CPU's clock can be had: %s", strerror(error));
    return why;
}

static void stop(void)
{
    for (int cpu = 0; events && cpu < cpus; cpu++)
        if (events[cpu] >= 0)
            close(events[cpu]);
    free(events);
    events = NULL;
    sampler_bpf__destroy(programs);
    programs = NULL;
}

static const char *load(const struct wd_kernel_options *options)
{
    static char why[128];
    programs = sampler_bpf__open();
    if (!programs)
        return strerror(errno);
    size_t functions = wd_kernel_functions();
    programs->rodata->waits_from_ns = options->waits_ns;
    programs->rodata->period_ns = options->interval_ns;
    programs->rodata->idle_ns = options->intervals ? 0 : IDLE_NS;
    programs->rodata->functions = (__u32)functions;
    programs->rodata->has_task_work = has_task_work();
    bpf_map__set_max_entries(programs->maps.starts, functions ? (__u32)functions : 1);
    bpf_program__set_autoload(programs->progs.switches, options->waits_ns > 0);
    bpf_program__set_autoload(programs->progs.leave, !programs->rodata->has_task_work);
    if (wd_shared_use(programs->obj) && sampler_bpf__load(programs) == 0 && wd_shared_keep(programs->obj) &&
        fill_starts() && sampler_bpf__attach(programs) == 0)
        return open_events(options->interval_ns);
    snprintf(why, sizeof why, "the kernel refuses the program: %s", strerror(errno));
    return why;
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
    for (int cpu = 0; cpu < cpus; cpu++)
        if (events[cpu] >= 0)
            ioctl(events[cpu], any ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static void describe(struct wd_kernel_answer *answer)
{
    if (!programs)
        return;
    answer->has |= WD_KERNEL_HAS_TICKS;
    answer->waits_from = programs->rodata->waits_from_ns;
    if (answer->waits_from)
        answer->has |= WD_KERNEL_HAS_WAITS;
}

static const char *const tracepoints[] = { "sys_exit", "sched_process_exec", "sched_switch", NULL };
static const char *const functions[] = { "bpf_send_signal_task", NULL };

const struct wd_tool wd_sampler_tool = {
    .name = "sampler",
    .tracepoints = tracepoints,
    .functions = functions,
    .wanted = wanted,
    .start = start,
    .active = active,
    .describe = describe,
    .stop = stop,
};
