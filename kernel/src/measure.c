/* SPDX-License-Identifier: Apache-2.0 */
#include "measure.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <bpf/libbpf.h>

#include "call_times.h"
#include "function_place.h"
#include "measure.skel.h"
#include "needs.h"

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Until the time is over, standard input has ended, or the process has. */
static void wait_for(int process, double seconds)
{
    uint64_t end = now() + (uint64_t)(seconds * 1e9);
    for (uint64_t t; (t = now()) < end;) {
        struct pollfd either[] = { { process, POLLIN, 0 }, { STDIN_FILENO, POLLIN, 0 } };
        uint64_t ms = (end - t + 999999) / 1000000;
        if (poll(either, 2, ms < INT_MAX ? (int)ms : INT_MAX) > 0)
            return;
    }
}

static int refused(const char *why)
{
    fprintf(stderr, "%s\n", why);
    return 1;
}

/* From Linux 6.11 on a measured call returns by a system call, which filters of system calls let pass from 6.14 on. */
static int filters_would_kill(int pid)
{
    char path[64], line[256];
    struct utsname kernel;
    int major = 0, minor = 0, mode = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *status = fopen(path, "re");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Seccomp: %d", &mode) == 1)
            break;
    if (status)
        fclose(status);
    return mode != 0 && uname(&kernel) == 0 && sscanf(kernel.release, "%d.%d", &major, &minor) == 2 && major == 6 &&
           minor >= 11 && minor < 14;
}

static int attach_ends(struct measure_bpf *bpf)
{
    bpf->links.exits = bpf_program__attach(bpf->progs.exits);
    bpf->links.executes = bpf_program__attach(bpf->progs.executes);
    return bpf->links.exits && bpf->links.executes;
}

static int attach(struct measure_bpf *bpf, int pid, const struct wd_function_place *place)
{
    LIBBPF_OPTS(bpf_uprobe_opts, at_return, .retprobe = true);
    LIBBPF_OPTS(bpf_uprobe_opts, at_entry);
    /* first the returns: an entry is noted only if its return will be seen */
    bpf->links.returns =
        bpf_program__attach_uprobe_opts(bpf->progs.returns, pid, place->file, place->offset, &at_return);
    if (bpf->links.returns)
        bpf->links.enters =
            bpf_program__attach_uprobe_opts(bpf->progs.enters, pid, place->file, place->offset, &at_entry);
    return bpf->links.enters != NULL && attach_ends(bpf);
}

/* What was seen until `end`. Calls that have not returned count as long as they were seen: one may have begun as
 * measuring ended. */
static void tell(const struct wd_function_place *place, const struct wd_call_times *seen, uint64_t begin, uint64_t end)
{
    int64_t unended = (int64_t)(seen->open * end - seen->entered);
    uint64_t total = seen->total + (unended > 0 ? (uint64_t)unended : 0);
    printf("file %s\n", place->named);
    printf("measured_ns %llu\n", (unsigned long long)(end - begin));
    printf("calls %llu\n", (unsigned long long)seen->calls);
    printf("total_ns %llu\n", (unsigned long long)total);
    printf("longest_ns %llu\n", (unsigned long long)seen->longest);
    printf("open %llu\n", (unsigned long long)seen->open);
    printf("left %llu\n", (unsigned long long)seen->left);
    printf("unnoted %llu\n", (unsigned long long)seen->unnoted);
}

static int measure(int pid, int process, const struct wd_function_place *place, double seconds)
{
    struct measure_bpf *bpf = measure_bpf__open_and_load();
    int status = 0;
    if (!bpf) {
        fprintf(stderr, "the kernel refuses the program that measures: %s\n", strerror(errno));
        status = 1;
    } else if (!attach(bpf, pid, place)) {
        fprintf(stderr, "the kernel refuses a probe (uprobe) in %s: %s\n", place->named, strerror(errno));
        status = 1;
    } else {
        uint64_t begin = now();
        bpf->bss->on = 1;
        wait_for(process, seconds);
        bpf->bss->on = 0;
        uint64_t end = now();
        /* this waits for programs that run: nothing changes any more when it is read */
        measure_bpf__detach(bpf);
        struct wd_call_times seen = bpf->bss->measured;
        tell(place, &seen, begin, end);
    }
    measure_bpf__destroy(bpf);
    return status;
}

/* 0: it is none that a process can have. */
static int number_of(const char *text)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    return end != text && *end == 0 && errno == 0 && number > 0 && number <= INT_MAX ? (int)number : 0;
}

/* Why there is no descriptor of it. */
static const char *no_process(const char *text)
{
    static char why[96];
    char path[64], line[256];
    int leader = 0, number = number_of(text);
    snprintf(path, sizeof path, "/proc/%d/status", number);
    FILE *status = number > 0 ? fopen(path, "re") : NULL;
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "Tgid: %d", &leader) == 1)
            break;
    if (status)
        fclose(status);
    if (leader > 0 && leader != number)
        snprintf(why, sizeof why, "%d is a thread of process %d; measure that", number, leader);
    else
        snprintf(why, sizeof why, "there is no process %.40s", text);
    return why;
}

int wd_measure(int argc, char **argv)
{
    struct wd_function_place place;
    if (argc != 3)
        return 2;
    signal(SIGINT, SIG_IGN); /* Ctrl-C ends the command, which ends our input: it still writes what was measured */
    int pid = number_of(argv[0]);
    double seconds = atof(argv[2]);
    const char *why = wd_kernel_missing(&(struct wd_kernel_options){ 0 });
    if (why)
        return refused(why);
    int process = pid > 0 ? pidfd_open(pid, 0) : -1;
    if (process < 0)
        return refused(no_process(argv[0]));
    why = filters_would_kill(pid)
              ? "the process filters its system calls (seccomp), and this kernel's probes would end it; use Linux 6.14"
              : wd_function_find(pid, argv[1], &place);
    int status = why ? refused(why) : measure(pid, process, &place, seconds);
    close(process);
    return status;
}
