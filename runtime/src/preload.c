/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preload.c: what happens when LD_PRELOAD brings the library into a process.
 * Without WHODUNIT_RUN it does nothing at all.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channels/chains.h"
#include "channels/rules.h"
#include "crosstalk/between.h"
#include "crosstalk/blocking.h"
#include "events/events.h"
#include "flow_port/port.h"
#include "health/health.h"
#include "limits/memory_limits.h"
#include "publication/publication.h"
#include "python/python.h"
#include "recording/children.h"
#include "recording/executed.h"
#include "recording/recorder.h"
#include "recording/thread_ends.h"
#include "signals/endings.h"
#include "signals/host_signal.h"
#include "symbols/go_program.h"
#include "wrap/preloaded.h"
#include "wrap/rings.h"
#include "wrap/tls.h"

static int crosstalk;

/* The JVM brings the agent; recording starts when it is initialised. */
static int is_java_launcher(void)
{
    return dlsym(RTLD_DEFAULT, "JLI_Launch") != NULL;
}

/* These only start the program that the user means. */
static int is_shell(void)
{
    static const char *const shells[] = { "sh",     "bash",    "dash",    "env",   "sudo",  "su",   "nohup", "timeout",
                                          "setsid", "setpriv", "runuser", "capsh", "chpst", "gosu", "pg_ctl" };
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(program_invocation_short_name, shells[i]) == 0)
            return 1;
    return 0;
}

/* The sanitizer in the program that reports what our threads and handlers do as the host's errors, or ends by it; NULL:
 * there is none. */
static const char *sanitizer(void)
{
    static const char *const tools[][2] = { { "__tsan_init", "ThreadSanitizer" },
                                            { "__msan_init", "MemorySanitizer" } };
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
        if (dlsym(RTLD_DEFAULT, tools[i][0]))
            return tools[i][1];
    return NULL;
}

/* The tool of valgrind's that does the same while it executes the program; NULL: there is none. */
static const char *checker(void)
{
    static const char *const tools[][2] = { { "/vgpreload_memcheck-", "memcheck" },
                                            { "/vgpreload_helgrind-", "helgrind" },
                                            { "/vgpreload_drd-", "drd" } };
    const char *preloaded = getenv("LD_PRELOAD"); /* valgrind has put it there */
    for (size_t i = 0; preloaded && i < sizeof tools / sizeof *tools; i++)
        if (strstr(preloaded, tools[i][0]))
            return tools[i][1];
    return NULL;
}

/* Does qemu-user execute it? There the sampler's faults are not mended, and the program would end by one. The kernel
 * names a process after the file that it executes, which is qemu's. */
static int is_emulated(void)
{
    static const char qemu[] = "qemu-";
    char name[16] = "";
    return syscall(SYS_prctl, PR_GET_NAME, name, 0, 0, 0) == 0 && strncmp(name, qemu, sizeof qemu - 1) == 0 &&
           strncmp(program_invocation_short_name, qemu, sizeof qemu - 1) != 0;
}

/* True, and told, if a recording would change what the program does. */
static int is_to_be_left_alone(void)
{
    const char *compiled = sanitizer(), *executed = checker(), *name = program_invocation_short_name;
    if (compiled)
        fprintf(stderr, "whodunit: %s is compiled with %s, which would report our own work: it is not recorded\n", name,
                compiled);
    else if (executed)
        fprintf(stderr,
                "whodunit: %s is executed by valgrind's %s, which would report our own work: it is not recorded\n",
                name, executed);
    else if (wd_is_go_without_libc())
        fprintf(stderr,
                "whodunit: %s is written in Go and makes its threads without libc: it is not recorded; build it with "
                "CGO_ENABLED=1\n",
                name);
    else if (is_emulated())
        fprintf(stderr, "whodunit: %s is executed by qemu, where no samples can be taken: it is not recorded\n", name);
    else
        return 0;
    wd_flow_port_close();
    return 1;
}

/* This process, or this forked child, is recorded now. */
static void recorded(void)
{
    wd_chain_child_is_recorded();
    wd_crosstalk_begin(crosstalk);
    wd_endings_begin(wd_recorder_finish);
}

static void child_is_recorded(void)
{
    wd_publication_in_child();
    recorded();
}

__attribute__((constructor)) static void begin(void)
{
    if (!getenv("WHODUNIT_RUN"))
        return;
    wd_memory_limits_inherit();
    if (is_java_launcher())
        return;
    if (is_shell()) {
        wd_executed_passes_on();
        return;
    }
    if (is_to_be_left_alone())
        return;
    wd_preloaded = 1;
    wd_tls_begin();
    wd_rings_begin();
    struct wd_options options;
    wd_options_from_environment(&options);
    wd_events_configure(strcmp(options.events, "paper") == 0 ? WD_EVENTS_PAPER : WD_EVENTS_FULL);
    crosstalk = options.crosstalk;
    wd_publication_begin(&options);
    if (options.record && wd_memory_limits_make_room() &&
        wd_recorder_start(&options, &(struct wd_host){ .child_is_recorded = child_is_recorded }) == 0) {
        wd_host_signal_inherit();
        recorded();
        wd_thread_ends_begin();
        if (options.messages) {
            wd_channels_begin(options.routes);
            wd_python_begin();
            wd_executed_begin();
            wd_health_add(WD_HEALTH_MESSAGES_GO, (uint64_t)wd_is_go_program());
        }
    }
}

__attribute__((destructor)) static void end(void)
{
    wd_child_settled(); /* a recording that began now would find the sampler's objects destroyed */
    wd_between_over();  /* nobody will know better who has ended the thread's last wait */
    wd_blocking_over();
    wd_recorder_stop();
}
