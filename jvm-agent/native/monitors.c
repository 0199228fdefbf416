#include "monitors.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "agent.h"
#include "capture.h"
#include "class_name.h"
#include "owners.h"
#include "sleepers.h"
#include "thread.h"

/* What the calling thread waits for, `ns` since when; waits of one thread follow each other. */
static __thread struct wd_wait mine __attribute__((tls_model("initial-exec")));

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static wd_name class_of(jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    char *signature;
    jclass type = (*env)->GetObjectClass(env, object);
    wd_name name = 0;
    if ((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL) == JVMTI_ERROR_NONE) {
        const char *text = wd_class_name_of(signature);
        name = wd_name_intern(text, strlen(text));
        (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    }
    (*env)->DeleteLocalRef(env, type);
    return name;
}

static void begins(jvmtiEnv *jvmti, JNIEnv *env, jobject monitor, enum wd_wait_kind kind)
{
    whodunit_context waiter = wd_thread.context;
    mine.key.waiter = 0;
    if (waiter == WHODUNIT_ROOT || !wd_waits_count(waiter))
        return;
    mine = (struct wd_wait){ .key = { .waiter = waiter, .kind = kind }, .ns = now() };
    mine.key.waiter_path = wd_capture(env, WHODUNIT_ROOT, 0);
    mine.key.lock = class_of(jvmti, env, monitor);
    wd_sleepers_begin();
}

static void ended(JNIEnv *env, int timed_out)
{
    if (mine.key.waiter == 0)
        return;
    mine.ns = now() - mine.ns;
    if (timed_out) {
        wd_sleepers_drop();
        mine.key.end = WD_WAIT_TIMEOUT;
        wd_waits_add(&mine);
    } else {
        wd_sleepers_end(env, &mine);
    }
    mine.key.waiter = 0;
}

static void JNICALL on_enter(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor)
{
    (void)thread;
    begins(jvmti, env, monitor, WD_WAIT_MONITOR);
}

static void JNICALL on_entered(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor)
{
    (void)jvmti;
    (void)thread;
    (void)monitor;
    ended(env, 0);
}

static void JNICALL on_wait(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor, jlong timeout)
{
    (void)thread;
    (void)timeout;
    begins(jvmti, env, monitor, WD_WAIT_OBJECT_WAIT);
}

static void JNICALL on_waited(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jobject monitor, jboolean timed_out)
{
    (void)jvmti;
    (void)thread;
    (void)monitor;
    ended(env, timed_out);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    (void)jvmti;
    (void)env;
    (void)thread;
    wd_owners_leave();
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
        fprintf(stderr, "whodunit: this JVM sleeps in a way of its own: who wakes threads that wait for monitors stays unseen\n");
    wd_owners_prepare(env);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, events[i], NULL);
}
