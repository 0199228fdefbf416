/* SPDX-License-Identifier: Apache-2.0 */
#include "monitors.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "capture.h"
#include "class_name.h"
#include "deferred_waits.h"
#include "owners.h"
#include "sleepers.h"
#include "system/clock.h"
#include "thread_propagation.h"
#include "threads/thread.h"
#include "unnamed_waits.h"
#include "vm.h"

/* What the calling thread waits for, `ns` since when; waits of one thread follow each other. */
static __thread struct wd_wait mine __attribute__((tls_model("initial-exec")));
/* Where it waits, looked up while it sleeps. */
static __thread struct wd_capture_look path __attribute__((tls_model("initial-exec")));

/* The class that the calling thread was last asked to name: mostly it is the same again. */
static __thread jweak named __attribute__((tls_model("initial-exec")));
static __thread wd_name name __attribute__((tls_model("initial-exec")));

static void forget_class(JNIEnv *env)
{
    if (named)
        (*env)->DeleteWeakGlobalRef(env, named);
    named = NULL;
}

/* Called in callbacks: HotSpot drops their local references. */
static wd_name class_of(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    char *signature;
    jclass type = (*env)->GetObjectClass(env, object);
    if (!named || !(*env)->IsSameObject(env, type, named)) {
        name = 0;
        forget_class(env);
        if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE) {
            const char *text = wd_class_name_of(signature);
            name = wd_name_intern(text, strlen(text));
            named = (*env)->NewWeakGlobalRef(env, type);
            (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
        }
    }
    return name;
}

static void begins(JNIEnv *env, enum wd_wait_kind kind)
{
    whodunit_context waiter = wd_thread.context;
    if (mine.key.waiter)
        wd_sleepers_drop(); /* that Object.wait threw at once: no event tells */
    mine.key.waiter = 0;
    if (waiter == WHODUNIT_ROOT || !wd_waits_count(waiter))
        return;
    mine = (struct wd_wait){ .key = { .waiter = waiter, .kind = kind }, .ns = wd_clock_ns(CLOCK_MONOTONIC) };
    path.has_key = 0;
    if (kind == WD_WAIT_MONITOR)
        wd_deferred_waits_add(); /* Object.wait still holds its monitor: when it falls asleep */
    wd_sleepers_begin(env, kind == WD_WAIT_OBJECT_WAIT ? &path : NULL);
}

static void timed_out(void)
{
    wd_sleepers_drop();
    mine.key.end = WD_WAIT_TIMEOUT;
    wd_waits_add(&mine);
}

/* The monitor is somebody else's: there is time. */
static void JNICALL on_enter(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor)
{
    (void)thread;
    wd_unnamed_waits_add(env); /* before its own wait begins, which that would lengthen */
    begins(env, WD_WAIT_MONITOR);
    if (mine.key.waiter == 0)
        return;
    mine.key.waiter_path = wd_capture(env, WHODUNIT_ROOT, 0);
    mine.key.lock = class_of(jvmti, env, monitor);
}

static void JNICALL on_entered(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor)
{
    (void)jvmti;
    (void)thread;
    (void)monitor;
    if (mine.key.waiter == 0)
        return;
    mine.ns = wd_clock_ns(CLOCK_MONOTONIC) - mine.ns;
    wd_sleepers_end(env, &mine);
    mine.key.waiter = 0;
}

/* The monitor is the thread's own, still: whoever wants it waits for what is done here. */
static void JNICALL on_wait(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor, jlong timeout)
{
    (void)jvmti;
    (void)thread;
    (void)monitor;
    (void)timeout;
    begins(env, WD_WAIT_OBJECT_WAIT);
}

/* Before the thread tries to get the monitor back, on the same path. */
static void JNICALL on_waited(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor, jboolean is_late)
{
    (void)thread;
    if (mine.key.waiter == 0)
        return;
    mine.ns = wd_clock_ns(CLOCK_MONOTONIC) - mine.ns;
    mine.key.waiter_path = path.has_key ? wd_capture_looked(env, &path) : wd_capture(env, WHODUNIT_ROOT, 0);
    mine.key.lock = class_of(jvmti, env, monitor);
    whodunit_context waker = WHODUNIT_ROOT, waiter = mine.key.waiter;
    if (is_late)
        timed_out();
    else
        waker = wd_sleepers_end(env, &mine);
    mine.key.waiter = 0;
    wd_unnamed_waits_add(env);
    if (waker != WHODUNIT_ROOT && waker != waiter)
        wd_thread_woken(env, waker);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    (void)jvmti;
    (void)thread;
    wd_sleepers_drop();
    forget_class(env);
    wd_owners_leave();
    wd_deferred_waits_leave();
}

void wd_monitors_request(jvmtiEnv *jvmti, jvmtiEventCallbacks *callbacks)
{
    jvmtiCapabilities capabilities = { .can_generate_monitor_events = 1 };
    callbacks->MonitorContendedEnter = on_enter;
    callbacks->MonitorContendedEntered = on_entered;
    callbacks->MonitorWait = on_wait;
    callbacks->MonitorWaited = on_waited;
    callbacks->ThreadEnd = on_thread_end;
    (*jvmti)->AddCapabilities(jvmti, &capabilities);
}

void wd_monitors_start(jvmtiEnv *jvmti, JNIEnv *env)
{
    static const jvmtiEvent events[] = { JVMTI_EVENT_MONITOR_CONTENDED_ENTER, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED,
                                         JVMTI_EVENT_MONITOR_WAIT, JVMTI_EVENT_MONITOR_WAITED, JVMTI_EVENT_THREAD_END };
    if (!wd_sleepers_watch())
        fprintf(
            stderr,
            "whodunit: this JVM sleeps in a way of its own: who wakes threads that wait for monitors stays unseen\n");
    wd_owners_prepare(env);
    wd_deferred_waits_prepare();
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL);
}
