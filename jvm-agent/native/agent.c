/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agent.c: -agentpath:/x/libwhodunit.so=key=value,…
 *
 * Order matters: our JVMTI environment comes before the sampler's, so that
 * our VMDeath finishes the recording while the sampler still runs; a second one
 * comes behind it, so that the sampler is ready when our VMInit records.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "deferred_waits.h"
#include "instrument.h"
#include "monitors.h"
#include "own_files/beside_library.h"
#include "path_key.h"
#include "publication/publication.h"
#include "recording/engine_choice.h"
#include "recording/recorder.h"
#include "sampler/engines.h"
#include "sampler/sampler.h"
#include "sockets.h"
#include "thread_propagation.h"
#include "unnamed_waits.h"
#include "vm.h"

#define LOCALS 16 /* as many as a frame can have at first; it grows */

static void attach_flusher(void)
{
    JNIEnv *env;
    JavaVMAttachArgs args = { JNI_VERSION_1_8, (char *)"whodunit", NULL };
    (*wd_vm)->AttachCurrentThreadAsDaemon(wd_vm, (void **)&env, &args);
}

static void detach_flusher(void)
{
    (*wd_vm)->DetachCurrentThread(wd_vm);
}

/* The sampler asks for all threads, and the recorder's thread never returns to Java, which would drop what it is given:
 * threads that have ended, and their class loaders, would stay. Never on two threads at once. */
static JNIEnv *framed;

static void begin_frame(void)
{
    JNIEnv *env;
    if ((*wd_vm)->GetEnv(wd_vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK)
        return;
    if ((*env)->PushLocalFrame(env, LOCALS) == 0)
        framed = env;
    else
        (*env)->ExceptionClear(env);
}

static void end_frame(void)
{
    if (framed)
        (*framed)->PopLocalFrame(framed, NULL);
    framed = NULL;
}

static void add_waits(void)
{
    JNIEnv *env;
    if ((*wd_vm)->GetEnv(wd_vm, (void **)&env, JNI_VERSION_1_8) == JNI_OK)
        wd_unnamed_waits_add(env);
    wd_deferred_waits_add_all();
}

static void start_recording(JNIEnv *env)
{
    const struct wd_host host = {
        .is_jvm = 1,
        .flusher_begins = attach_flusher,
        .before_flush = add_waits,
        .sampler_begins = begin_frame,
        .sampler_ends = end_frame,
        .flusher_ends = detach_flusher,
    };
    if (wd_agent_options.record && wd_recorder_start(&wd_agent_options, &host) == 0 && wd_agent_options.messages)
        wd_sockets_follow(env);
}

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    (void)thread;
    wd_publication_begin(&wd_agent_options);
    wd_path_key_prepare(env);
    if (wd_agent_options.record && wd_agent_options.crosstalk)
        wd_monitors_start(wd_jvmti, env);
    const char *why = wd_bridge_register(env)
                          ? wd_instrument_start(jvmti, env)
                          : "whodunit-agent-boot.jar is missing beside libwhodunit.so, or is of another version";
    if (why)
        fprintf(stderr, "whodunit: contexts will not be carried: %s\n", why);
    else
        wd_thread_propagation_watch(jvmti, env);
    start_recording(env);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *env)
{
    (void)jvmti;
    (void)env;
    wd_recorder_stop();
}

static void on_event(jvmtiEnv *jvmti, jvmtiEventCallbacks callbacks, jvmtiEvent event)
{
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, event, NULL);
}

static void JNICALL on_class_unload(jvmtiEnv *jvmti, ...)
{
    (void)jvmti;
    wd_path_key_forget();
}

/* HotSpot's own event: the standard has none. */
static void watch_class_unloading(void)
{
    jint n = 0;
    jvmtiExtensionEventInfo *events = NULL;
    if ((*wd_jvmti)->GetExtensionEvents(wd_jvmti, &n, &events) != JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < n; i++)
        if (strcmp(events[i].id, "com.sun.hotspot.events.ClassUnload") == 0)
            (*wd_jvmti)->SetExtensionEventCallback(wd_jvmti, events[i].extension_event_index, on_class_unload);
    (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)events);
}

static void add_to_boot_class_path(const char *jar)
{
    char path[1024];
    if (wd_beside_library(jar, path, sizeof path) == 0)
        (*wd_jvmti)->AddToBootstrapClassLoaderSearch(wd_jvmti, path);
}

static const char *load(void)
{
    if ((*wd_vm)->GetEnv(wd_vm, (void **)&wd_jvmti, JVMTI_VERSION_11) != JNI_OK)
        return "this JVM has no JVMTI";
    jvmtiCapabilities capabilities = { .can_get_line_numbers = 1 };
    (*wd_jvmti)->AddCapabilities(wd_jvmti, &capabilities);
    jvmtiEventCallbacks callbacks = { .VMDeath = on_vm_death };
    wd_monitors_request(wd_jvmti, &callbacks);
    on_event(wd_jvmti, callbacks, JVMTI_EVENT_VM_DEATH);
    watch_class_unloading();
    add_to_boot_class_path("whodunit-agent-boot.jar");
    add_to_boot_class_path("whodunit-agent.jar");
    if (wd_agent_options.record)
        wd_engine_choose(&wd_agent_options);
    const char *error = wd_sampler_load(wd_engine_find(wd_agent_options.engine), wd_vm);
    if (error)
        return error;
    jvmtiEnv *behind;
    if ((*wd_vm)->GetEnv(wd_vm, (void **)&behind, JVMTI_VERSION_11) != JNI_OK)
        return "this JVM has no JVMTI";
    capabilities = (jvmtiCapabilities){ .can_retransform_classes = 1 };
    (*behind)->AddCapabilities(behind, &capabilities);
    on_event(behind,
             (jvmtiEventCallbacks){
                 .VMInit = on_vm_init, .ClassFileLoadHook = wd_instrument_class, .ThreadStart = wd_thread_starts },
             JVMTI_EVENT_VM_INIT);
    return NULL;
}

/* The main class or jar names the tier, if nothing else does. */
static void name_tier(void)
{
    char *command = NULL;
    if (wd_agent_options.tier[0] ||
        (*wd_jvmti)->GetSystemProperty(wd_jvmti, "sun.java.command", &command) != JVMTI_ERROR_NONE || !command)
        return;
    char *end = strchr(command, ' ');
    if (end)
        *end = 0;
    char *slash = strrchr(command, '/');
    snprintf(wd_agent_options.tier, sizeof wd_agent_options.tier, "%s", slash ? slash + 1 : command);
    (*wd_jvmti)->Deallocate(wd_jvmti, (unsigned char *)command);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    (void)reserved;
    char error[512];
    if (wd_vm)
        return JNI_OK; /* named twice */
    wd_vm = vm;
    wd_options_from_environment(&wd_agent_options);
    if (wd_options_parse(&wd_agent_options, options, error, sizeof error) != 0) {
        fprintf(stderr, "whodunit: %s; the JVM runs on unrecorded\n", error);
        return JNI_OK;
    }
    const char *why = load();
    if (why)
        fprintf(stderr, "whodunit: the agent is off: %s; the JVM runs on unrecorded\n", why);
    else
        name_tier();
    return JNI_OK;
}

JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm)
{
    (void)vm;
    wd_recorder_stop();
}
