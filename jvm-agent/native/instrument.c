/* SPDX-License-Identifier: Apache-2.0 */
#include "instrument.h"

#include <string.h>
#include <unistd.h>

#include "class_filter.h"
#include "health/health.h"
#include "own_files/beside_library.h"
#include "vm.h"

static jclass java_half;
static jmethodID instrument;

static void take(jvmtiEnv *jvmti, JNIEnv *env, jbyteArray result, jint *length, unsigned char **bytes)
{
    jint n = (*env)->GetArrayLength(env, result);
    if ((*jvmti)->Allocate(jvmti, n, bytes) != JVMTI_ERROR_NONE)
        return;
    (*env)->GetByteArrayRegion(env, result, 0, n, (jbyte *)*bytes);
    *length = n;
}

void JNICALL wd_instrument_class(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                                 jobject domain, jint length, const unsigned char *bytes, jint *new_length,
                                 unsigned char **new_bytes)
{
    (void)domain;
    if (!name || !wd_class_filter_has(name) || (*env)->PushLocalFrame(env, 8) != 0)
        return;
    jstring text = (*env)->NewStringUTF(env, name);
    jbyteArray original = (*env)->NewByteArray(env, length);
    if (text && original) {
        (*env)->SetByteArrayRegion(env, original, 0, length, (const jbyte *)bytes);
        jobject result = (*env)->CallStaticObjectMethod(env, java_half, instrument, loader, text, original,
                                                        (jboolean)(redefined != NULL));
        if (!(*env)->ExceptionCheck(env) && result)
            take(jvmti, env, result, new_length, new_bytes);
    }
    (*env)->ExceptionClear(env);
    (*env)->PopLocalFrame(env, NULL);
}

static void retransform_loaded(jvmtiEnv *jvmti, JNIEnv *env)
{
    jclass *loaded;
    jint n;
    if ((*jvmti)->GetLoadedClasses(jvmti, &n, &loaded) != JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < n; i++) {
        char *signature;
        if ((*jvmti)->GetClassSignature(jvmti, loaded[i], &signature, NULL) == JVMTI_ERROR_NONE) {
            size_t end = strlen(signature) - 1;
            signature[end] = 0;
            if (signature[0] == 'L' && wd_class_filter_has(signature + 1) &&
                (*jvmti)->RetransformClasses(jvmti, 1, &loaded[i]) != JVMTI_ERROR_NONE)
                wd_health_add(WD_HEALTH_INSTRUMENT_FAILED, 1);
            (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
        }
        (*env)->DeleteLocalRef(env, loaded[i]);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)loaded);
}

static void add_to_filter(JNIEnv *env, jobjectArray names)
{
    jsize n = (*env)->GetArrayLength(env, names);
    for (jsize i = 0; i < n; i++) {
        jstring name = (*env)->GetObjectArrayElement(env, names, i);
        const char *text = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
        if (!text || !wd_class_filter_add(text))
            wd_health_add(WD_HEALTH_INSTRUMENT_FAILED, 1);
        if (text)
            (*env)->ReleaseStringUTFChars(env, name, text);
        (*env)->DeleteLocalRef(env, name);
    }
}

/* Which classes the Java half wants; NULL if it is not as expected. */
static jobjectArray start(JNIEnv *env, const char *jar)
{
    jclass found = (*env)->FindClass(env, "whodunit/agent/boot/AgentBootstrap");
    jmethodID method =
        found ? (*env)->GetStaticMethodID(env, found, "start", "(Ljava/lang/String;)[Ljava/lang/String;") : NULL;
    instrument =
        method ? (*env)->GetStaticMethodID(env, found, "instrument", "(Ljava/lang/ClassLoader;Ljava/lang/String;[BZ)[B")
               : NULL;
    jstring path = instrument ? (*env)->NewStringUTF(env, jar) : NULL;
    jobject filter = NULL;
    if (path && (java_half = (*env)->NewGlobalRef(env, found)) != NULL)
        filter = (*env)->CallStaticObjectMethod(env, java_half, method, path);
    if ((*env)->ExceptionCheck(env)) {
        (*env)->ExceptionClear(env);
        return NULL;
    }
    return filter;
}

const char *wd_instrument_start(jvmtiEnv *jvmti, JNIEnv *env)
{
    char jar[1024];
    if (wd_beside_library("whodunit-agent.jar", jar, sizeof jar) != 0)
        return "the path of libwhodunit.so is too long";
    if (access(jar, R_OK) != 0)
        return "whodunit-agent.jar is missing beside libwhodunit.so";
    jobjectArray filter = start(env, jar);
    if (!filter)
        return "whodunit-agent-boot.jar is of another version";
    add_to_filter(env, filter);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    retransform_loaded(jvmti, env);
    return NULL;
}
