/* SPDX-License-Identifier: Apache-2.0 */
/* bridge.c: the native methods of whodunit.agent.boot.Native. */
#include "bridge.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "capture.h"
#include "channels/aside.h"
#include "channels/routes.h"
#include "class_name.h"
#include "contexts/context.h"
#include "contexts/examples.h"
#include "contexts/wire.h"
#include "crosstalk/waits.h"
#include "deferred_waits.h"
#include "health/health.h"
#include "owners.h"
#include "sleeps.h"
#include "threads/thread.h"
#include "vm.h"

static jobject JNICALL thread_record(JNIEnv *env, jclass self)
{
    (void)self;
    wd_thread_enter();
    if (wd_agent_options.record && wd_agent_options.crosstalk)
        wd_owners_enter(env);
    return (*env)->NewDirectByteBuffer(env, &wd_thread, offsetof(struct wd_thread, sample));
}

static jlong JNICALL records(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return (jlong)(intptr_t)wd_thread_records;
}

static jlong JNICALL process_uid(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return (jlong)wd_process_uid();
}

static jint JNICALL transaction(JNIEnv *env, jclass self, jint current, jstring type)
{
    (void)self;
    const char *text = type ? (*env)->GetStringUTFChars(env, type, NULL) : NULL;
    if (!text)
        return WHODUNIT_OVERFLOW;
    whodunit_context context = wd_context_transaction((whodunit_context)current, text);
    (*env)->ReleaseStringUTFChars(env, type, text);
    return (jint)context;
}

static jint JNICALL stage(JNIEnv *env, jclass self, jint context, jstring name)
{
    (void)self;
    const char *text = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (!text)
        return WHODUNIT_OVERFLOW;
    wd_name id = wd_name_intern(text, strlen(text));
    wd_element element = id ? wd_element_intern(WD_SEDA_STAGE, &id, sizeof id) : 0;
    (*env)->ReleaseStringUTFChars(env, name, text);
    return (jint)wd_context_concat((whodunit_context)context, element);
}

static jint JNICALL idle(JNIEnv *env, jclass self, jstring name)
{
    jint context = stage(env, self, WHODUNIT_ROOT, name);
    if ((whodunit_context)context != WHODUNIT_OVERFLOW)
        wd_waits_idle((whodunit_context)context);
    return context;
}

static jint JNICALL from_wire(JNIEnv *env, jclass self, jstring wire)
{
    (void)self;
    const char *text = (*env)->GetStringUTFChars(env, wire, NULL);
    if (!text)
        return WHODUNIT_ROOT;
    whodunit_context context = whodunit_from_wire(text, strlen(text));
    (*env)->ReleaseStringUTFChars(env, wire, text);
    return (jint)context;
}

static jboolean JNICALL follows_messages(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return wd_agent_options.record && wd_agent_options.messages;
}

static jint JNICALL arrived(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return (jint)wd_aside_take();
}

static jint JNICALL capture(JNIEnv *env, jclass self, jint base, jint skip, jboolean is_virtual)
{
    (void)self;
    wd_health_add(WD_HEALTH_JDBC_CAPTURES, 1);
    return (jint)(is_virtual ? wd_capture_virtual(env, (whodunit_context)base, skip + 1)
                             : wd_capture(env, (whodunit_context)base, skip + 1));
}

static void JNICALL count(JNIEnv *env, jclass self, jint context, jint event, jint times)
{
    (void)env;
    (void)self;
    if (event < 0 || event >= WD_EVENTS || times <= 0)
        return;
    wd_context_count_event((whodunit_context)context, (enum wd_event)event, (uint64_t)times);
    if (event == WD_BEGUN)
        wd_thread_begins_work((whodunit_context)context);
}

static void JNICALL example(JNIEnv *env, jclass self, jint context, jstring traceparent)
{
    char text[WD_TRACEPARENT + 1];
    (void)self;
    if ((*env)->GetStringLength(env, traceparent) != WD_TRACEPARENT ||
        (*env)->GetStringUTFLength(env, traceparent) != WD_TRACEPARENT)
        return;
    (*env)->GetStringUTFRegion(env, traceparent, 0, WD_TRACEPARENT, text);
    wd_example_keep((whodunit_context)context, text, WD_TRACEPARENT);
}

static jstring JNICALL route(JNIEnv *env, jclass self, jstring method, jstring path)
{
    enum { METHOD = 32, PATH = 512, BYTES = 3 }; /* a char has so many at most */
    char method_text[METHOD * BYTES + 1] = "", path_text[PATH * BYTES + 1] = "", name[WD_ROUTE_LENGTH + METHOD];
    jsize method_length = (*env)->GetStringLength(env, method), path_length = (*env)->GetStringLength(env, path);
    (void)self;
    (*env)->GetStringUTFRegion(env, method, 0, method_length < METHOD ? method_length : METHOD, method_text);
    (*env)->GetStringUTFRegion(env, path, 0, path_length < PATH ? path_length : PATH, path_text);
    wd_route_name(method_text, strlen(method_text), path_text, strlen(path_text), name);
    return (*env)->NewStringUTF(env, name);
}

static void JNICALL sent(JNIEnv *env, jclass self, jint context, jint bytes_added)
{
    (void)env;
    (void)self;
    wd_context_count_event((whodunit_context)context, WD_SENT, 1);
    if (bytes_added > 0)
        wd_context_count_event((whodunit_context)context, WD_BYTES_ADDED, (uint64_t)bytes_added);
}

static void JNICALL health(JNIEnv *env, jclass self, jint counter)
{
    static const enum wd_health counters[] = { WD_HEALTH_JDBC_NOT_CARRIED, WD_HEALTH_INSTRUMENT_FAILED,
                                               WD_HEALTH_WAITS_LOST, WD_HEALTH_JDBC_UNSUPPORTED,
                                               WD_HEALTH_KAFKA_MIXED };
    (void)env;
    (void)self;
    if (counter >= 0 && counter < (jint)(sizeof counters / sizeof *counters))
        wd_health_add(counters[counter], 1);
}

static jboolean JNICALL names_requests(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return (jboolean)wd_agent_options.requests;
}

static jboolean JNICALL trusts_baggage(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return (jboolean)wd_agent_options.trust_baggage;
}

static jboolean JNICALL crosstalk(JNIEnv *env, jclass self)
{
    (void)env;
    (void)self;
    return wd_agent_options.record && wd_agent_options.crosstalk;
}

static jint JNICALL class_name(JNIEnv *env, jclass self, jstring class)
{
    (void)self;
    char text[1024];
    jsize length = (*env)->GetStringUTFLength(env, class);
    if ((size_t)length >= sizeof text)
        return 0;
    (*env)->GetStringUTFRegion(env, class, 0, (*env)->GetStringLength(env, class), text);
    text[length] = 0;
    wd_class_name_settle(text);
    return (jint)wd_name_intern(text, strlen(text));
}

static jboolean JNICALL waits(JNIEnv *env, jclass self, jint context)
{
    (void)env;
    (void)self;
    wd_deferred_waits_add();
    return (jboolean)wd_waits_count((whodunit_context)context);
}

static int is_within(whodunit_context context, whodunit_context other)
{
    while (context != WHODUNIT_ROOT && context != other)
        context = wd_context_parent(context);
    return context == other;
}

static jboolean JNICALL are_related(JNIEnv *env, jclass self, jint one, jint other)
{
    (void)env;
    (void)self;
    return is_within((whodunit_context)one, (whodunit_context)other) ||
           is_within((whodunit_context)other, (whodunit_context)one);
}

static jint JNICALL path(JNIEnv *env, jclass self, jint skip, jboolean is_virtual)
{
    (void)self;
    return (jint)(is_virtual ? wd_capture_virtual(env, WHODUNIT_ROOT, skip + 1)
                             : wd_capture(env, WHODUNIT_ROOT, skip + 1));
}

static void JNICALL waited(JNIEnv *env, jclass self, jint waiter, jint holder, jint end, jint lock, jint waiter_path,
                           jint holder_path, jlong ns)
{
    (void)env;
    (void)self;
    const struct wd_wait wait = {
        .key = { .waiter = (whodunit_context)waiter,
                 .holder = (whodunit_context)holder,
                 .end = (uint32_t)end,
                 .kind = WD_WAIT_PARK,
                 .lock = (uint32_t)lock,
                 .waiter_path = (uint32_t)waiter_path,
                 .holder_path = (uint32_t)holder_path },
        .ns = ns > 0 ? (uint64_t)ns : 0,
    };
    wd_deferred_waits_put(&wait);
}

static void JNICALL follow_sleeps(JNIEnv *env, jclass self)
{
    (void)self;
    wd_sleeps_follow(env);
}

int wd_bridge_register(JNIEnv *env)
{
    static const JNINativeMethod methods[] = {
        { (char *)"threadRecord", (char *)"()Ljava/nio/ByteBuffer;", (void *)thread_record },
        { (char *)"records", (char *)"()J", (void *)records },
        { (char *)"processUid", (char *)"()J", (void *)process_uid },
        { (char *)"transaction", (char *)"(ILjava/lang/String;)I", (void *)transaction },
        { (char *)"stage", (char *)"(ILjava/lang/String;)I", (void *)stage },
        { (char *)"idle", (char *)"(Ljava/lang/String;)I", (void *)idle },
        { (char *)"fromWire", (char *)"(Ljava/lang/String;)I", (void *)from_wire },
        { (char *)"followsMessages", (char *)"()Z", (void *)follows_messages },
        { (char *)"arrived", (char *)"()I", (void *)arrived },
        { (char *)"capture", (char *)"(IIZ)I", (void *)capture },
        { (char *)"count", (char *)"(III)V", (void *)count },
        { (char *)"example", (char *)"(ILjava/lang/String;)V", (void *)example },
        { (char *)"route", (char *)"(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", (void *)route },
        { (char *)"sent", (char *)"(II)V", (void *)sent },
        { (char *)"health", (char *)"(I)V", (void *)health },
        { (char *)"namesRequests", (char *)"()Z", (void *)names_requests },
        { (char *)"trustsBaggage", (char *)"()Z", (void *)trusts_baggage },
        { (char *)"crosstalk", (char *)"()Z", (void *)crosstalk },
        { (char *)"name", (char *)"(Ljava/lang/String;)I", (void *)class_name },
        { (char *)"waits", (char *)"(I)Z", (void *)waits },
        { (char *)"areRelated", (char *)"(II)Z", (void *)are_related },
        { (char *)"path", (char *)"(IZ)I", (void *)path },
        { (char *)"followSleeps", (char *)"()V", (void *)follow_sleeps },
        { (char *)"waited", (char *)"(IIIIIIJ)V", (void *)waited },
    };
    jclass bridge = (*env)->FindClass(env, "whodunit/agent/boot/Native");
    if (!bridge) {
        (*env)->ExceptionClear(env);
        return 0;
    }
    jobject loader = NULL;
    if ((*wd_jvmti)->GetClassLoader(wd_jvmti, bridge, &loader) != JVMTI_ERROR_NONE || loader)
        return 0; /* the application's class path has one, which instrumented JDK classes don't see */
    if ((*env)->RegisterNatives(env, bridge, methods, sizeof methods / sizeof *methods) == 0)
        return 1;
    (*env)->ExceptionClear(env);
    return 0;
}
