/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main.c: whodunit-kernel, which `whodunit record` starts (docs/kernel.md). It returns
 * when it serves, or with 1 and one line on standard error when it cannot; the process
 * that serves is nobody's child and has no terminal. `whodunit drill --live` starts it
 * as well, to measure (measure.h): then it stays in the foreground.
 */
#include <bpf/libbpf.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "needs.h"
#include "server.h"
#include "tool.h"

static struct wd_kernel_options options;

static int quiet(enum libbpf_print_level level, const char *format, va_list arguments)
{
    (void)level;
    return options.verbose ? vfprintf(stderr, format, arguments) : 0;
}

static int parse(int argc, char **argv)
{
    static const struct option known[] = {
        { "socket", required_argument, NULL, 's' },
        { "watch", required_argument, NULL, 'w' },
        { "interval", required_argument, NULL, 'i' },
        { "waits", required_argument, NULL, 'o' },
        { "intervals", required_argument, NULL, 'f' },
        { "verbose", no_argument, NULL, 'v' },
        { 0 },
    };
    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (c) {
        case 's': options.socket = optarg; break;
        case 'w': options.watched = atoi(optarg); break;
        case 'i': options.interval_ns = strtoull(optarg, NULL, 10); break;
        case 'o': options.waits_ns = strtoull(optarg, NULL, 10); break;
        case 'f': options.intervals = optarg; break;
        case 'v': options.verbose = 1; break;
        default: return 0;
        }
    }
    return options.socket && options.socket[0] == '/' && options.watched > 0 && optind == argc;
}

static const char *start_tools(void)
{
    for (const struct wd_tool *const *t = wd_tools; *t; t++) {
        const char *error = (*t)->wanted(&options) ? (*t)->start(&options) : NULL;
        if (error)
            return error;
    }
    return NULL;
}

static void stop_tools(void)
{
    for (const struct wd_tool *const *t = wd_tools; *t; t++)
        if ((*t)->wanted(&options))
            (*t)->stop();
}

/* The recorded command's terminal, and whoever reads its output, are not to wait for us. */
static void leave_terminal(void)
{
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2 && null >= 0 && !options.verbose; fd++)
        dup2(null, fd);
    if (null > 2)
        close(null);
    if (chdir("/") != 0)
        return;
}

/* Each process that connects takes two descriptors. What the command may compute and write is not ours: it would end us
 * by a signal. */
static void lift_limits(void)
{
    struct rlimit limit, none = { RLIM_INFINITY, RLIM_INFINITY };
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    setrlimit(RLIMIT_CPU, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    signal(SIGXFSZ, SIG_IGN); /* where that may not be lifted */
}

static void serve(int told)
{
    setsid();
    const char *error = wd_kernel_missing(&options);
    if (!error)
        error = start_tools();
    if (!error)
        error = wd_server_open(&options);
    if (error)
        dprintf(told, "%s", error);
    else
        leave_terminal();
    close(told);
    if (!error)
        wd_server_run(&options);
    stop_tools();
    exit(error != NULL);
}

int main(int argc, char **argv)
{
    char why[512];
    int end[2];
    lift_limits();
    if (argc > 1 && strcmp(argv[1], "measure") == 0) {
        libbpf_set_print(quiet);
        return wd_measure(argc - 2, argv + 2);
    }
    if (!parse(argc, argv)) {
        fprintf(stderr, "whodunit-kernel is started by: whodunit record --engine kernel\n");
        return 2;
    }
    libbpf_set_print(quiet);
    close_range(3, ~0u, 0); /* the shell's */
    if (pipe2(end, O_CLOEXEC) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0)
        serve(end[1]);
    close(end[1]);
    ssize_t n = child < 0 ? -1 : read(end[0], why, sizeof why - 1);
    int status;
    if (n == 0 && (waitpid(child, &status, WNOHANG) == 0))
        return 0;
    why[n > 0 ? n : 0] = 0;
    fprintf(stderr, "%s\n", n > 0 ? why : "its process has failed");
    return 1;
}
