/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/library.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "imports/got_patch.h"
#include "imports/libcs_clocks.h"
#include "imports/library_opening.h"
#include "own_files/beside_library.h"
#include "sampler/async/handler.h"
#include "sampler/async/heap.h"
#include "sampler/async/inherited.h"
#include "sampler/async/kernel_calls.h"
#include "sampler/async/names.h"
#include "sampler/async/output.h"
#include "sampler/async/tables.h"
#include "signals/own_signal.h"
#include "system/environment.h"
#include "system/pause.h"
#include "threads/host_threads.h"
#include "threads/thread.h"

#define BUFFERS_TRIED 3
#define YIELDS 100
#define SLEEPS 50 /* ms */

struct thread_local_data {
    volatile uint64_t sample_counter;
};

static void *library;
static void (*init)(void);
static const char *(*execute)(const char *command, void (*output)(const char *, size_t));
static const char *(*error_text)(const char *error);
static struct thread_local_data *(*thread_local_data)(void);
static int (*register_event)(const char *name);
static const char *(*emit_event)(int key, const uint8_t *data, size_t length);
static int event_key = -1;

static volatile uint64_t *sample_time(void)
{
    struct thread_local_data *data = thread_local_data();
    return data ? &data->sample_counter : NULL;
}

/* libc's is at one place for the whole process, which may be the host's text. */
static char *own_strtok(char *text, const char *separators)
{
    static char *rest;
    return strtok_r(text, separators, &rest);
}

static const char *load(int in_jvm)
{
    static char why[1100];
    char path[1024];
    if (wd_thread_sample_time)
        return NULL;
    if (wd_beside_library("libasyncProfiler.so", path, sizeof path) != 0)
        return "the path of libwhodunit.so is too long";
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, sizeof why, "%s", dlerror());
        return why;
    }
    *(void **)&init = dlsym(library, "asprof_init");
    *(void **)&execute = dlsym(library, "asprof_execute");
    *(void **)&error_text = dlsym(library, "asprof_error_str");
    *(void **)&thread_local_data = dlsym(library, "asprof_get_thread_local_data");
    *(void **)&register_event = dlsym(library, "asprof_register_jfr_event");
    *(void **)&emit_event = dlsym(library, "asprof_emit_jfr_event");
    if (!init || !execute || !error_text || !thread_local_data || !register_event || !emit_event) {
        snprintf(why, sizeof why, "%s is not async-profiler 4.5", path);
        return why;
    }
    /* it calls these in the recorder's thread */
    wd_got_patch(library, "getenv", (void *)wd_environment);
    wd_got_patch(library, "strerror", (void *)wd_error_text);
    wd_got_patch(library, "strtok", (void *)own_strtok);
    wd_libcs_clocks_use(library);
    if (!wd_output_redirect(library))
        return "libasyncProfiler.so does not open its file as expected";
    if (!wd_kernel_calls_redirect(library))
        return "libasyncProfiler.so does not call the kernel as expected";
    if (!wd_own_signal_choose())
        return "the program uses all real-time signals";
    if (!wd_handler_wrap(library, in_jvm))
        return "libasyncProfiler.so does not install its signal handler as expected";
    wd_tables_redirect(library);
    wd_heap_redirect(library, !in_jvm);
    __atomic_store_n(&wd_thread_sample_time, sample_time, __ATOMIC_RELEASE);
    return NULL;
}

static int no_exit_hook(void (*hook)(void *), void *argument, void *owner)
{
    (void)hook, (void)argument, (void)owner;
    return 0;
}

static void no_finalize(void *owner)
{
    (void)owner;
}

/* Where it looks for what its own pthread_create calls on. */
static void *redirected_dlsym(void *handle, const char *name)
{
    if (handle == RTLD_NEXT && strcmp(name, "pthread_create") == 0)
        return (void *)wd_host_threads_create;
    return dlsym(handle, name);
}

/* The library wants to finish its recording at exit. A forked child that exits
 * would finish the parent's: write the samples that it inherited into the
 * parent's file once more, or wait for ever for a lock that a thread of the
 * parent held at the fork. The recorder stops it itself. */
static const char *set_up(void)
{
    void *register_hook = wd_got_patch(library, "__cxa_atexit", (void *)no_exit_hook);
    if (!register_hook)
        return "libasyncProfiler.so does not import __cxa_atexit, so forked children would not be safe";
    if (!wd_got_patch(library, "dlsym", (void *)redirected_dlsym))
        return "libasyncProfiler.so does not look for pthread_create as expected";
    wd_host_threads_begin();
    init();
    wd_library_opening_tell();
    wd_got_patch(library, "__cxa_atexit", register_hook);
    /* The linker ends libraries in the opposite order of their loading: its objects would be gone before the recorder
     * stops it, or while a forked child begins to use it. libc destroys them later. */
    if (!wd_got_patch(library, "__cxa_finalize", (void *)no_finalize))
        return "libasyncProfiler.so does not import __cxa_finalize, so the process would not end safely";
    if (!wd_inherited_redirect(library))
        return "libasyncProfiler.so does not make its system calls as expected";
    return NULL;
}

static const char *set_up_in_jvm(void *vm)
{
    int (*on_load)(void *vm, char *options, void *reserved);
    char none[] = "";
    *(void **)&on_load = dlsym(library, "Agent_OnLoad");
    return on_load && on_load(vm, none, NULL) == 0 ? NULL : "async-profiler could not be initialised";
}

const char *wd_async_load(void *vm)
{
    const char *error = load(vm != NULL);
    return error ? error : vm ? set_up_in_jvm(vm) : set_up();
}

static void discard(const char *text, size_t size)
{
    (void)text;
    (void)size;
}

const char *wd_async_execute(const char *command)
{
    wd_host_threads_ours(1);
    const char *error = execute(command, discard);
    wd_host_threads_ours(0);
    wd_names_seal(); /* the first command starts it, which has it look at the host's libraries */
    if (error)
        return error_text(error);
    if (event_key < 0)
        event_key = register_event("whodunit");
    return NULL;
}

/* It has buffers for threads that sample, and one that loses the processor keeps its own until it has it again. An
 * event is left out, and nobody told, if the three that it tries are taken. */
static void wait_for_a_buffer(void)
{
    static int in_vain; /* a thread may have been stopped for good: the next ones do not wait */
    int attempt = 0;
    for (; wd_handler_at_work() >= BUFFERS_TRIED && !in_vain && attempt < YIELDS + SLEEPS; attempt++)
        if (attempt < YIELDS)
            sched_yield();
        else
            wd_pause_us(1000);
    in_vain = wd_handler_at_work() >= BUFFERS_TRIED;
}

int wd_async_emit(const uint8_t *record, size_t length)
{
    wait_for_a_buffer();
    return event_key >= 0 && emit_event(event_key, record, length) == NULL;
}

const void *wd_async_code(void)
{
    return (const void *)(uintptr_t)execute;
}
