#include "weave.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "beside_library.h"
#include "health.h"
#include "vm.h"

/* A '$' at the end stands for all classes inside. whodunit.agent.Weaver has the rules. */
static const char *const woven[] = {
    "java/util/concurrent/FutureTask",
    "java/util/concurrent/ThreadPoolExecutor",
    "java/util/concurrent/ThreadPoolExecutor$Worker",
    "java/util/concurrent/ThreadPerTaskExecutor$TaskRunner",
    "java/util/concurrent/ForkJoinTask",
    "java/util/concurrent/CompletableFuture$",
    "org/mariadb/jdbc/client/socket/impl/PacketWriter",
    "com/mysql/cj/protocol/a/NativeProtocol",
};

/* For crosstalk only. */
static const char *const parking[] = {
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedLongSynchronizer",
    "java/util/concurrent/locks/StampedLock",
};

static jclass half;
static jmethodID weave;

static int is_among(const char *const *classes, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(classes[i]);
        if (strncmp(name, classes[i], n) == 0 && (name[n] == 0 || classes[i][n - 1] == '$'))
            return 1;
    }
    return 0;
}

static int is_woven(const char *name)
{
    return is_among(woven, sizeof woven / sizeof *woven, name) ||
           (wd_agent_options.record && wd_agent_options.crosstalk &&
            is_among(parking, sizeof parking / sizeof *parking, name));
}

static void take(jvmtiEnv *jvmti, JNIEnv *env, jbyteArray result, jint *length, unsigned char **bytes)
{
    jint n = (*env)->GetArrayLength(env, result);
    if ((*jvmti)->Allocate(jvmti, n, bytes) != JVMTI_ERROR_NONE)
        return;
    (*env)->GetByteArrayRegion(env, result, 0, n, (jbyte *)*bytes);
    *length = n;
}

void JNICALL wd_weave_class(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                            jobject domain, jint length, const unsigned char *bytes, jint *new_length,
                            unsigned char **new_bytes)
{
    (void)redefined;
    (void)domain;
    if (!name || !is_woven(name) || (*env)->PushLocalFrame(env, 8) != 0)
        return;
    jstring text = (*env)->NewStringUTF(env, name);
    jbyteArray original = (*env)->NewByteArray(env, length);
    if (text && original) {
        (*env)->SetByteArrayRegion(env, original, 0, length, (const jbyte *)bytes);
        jobject result = (*env)->CallStaticObjectMethod(env, half, weave, loader, text, original);
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
            if (signature[0] == 'L' && is_woven(signature + 1) &&
                (*jvmti)->RetransformClasses(jvmti, 1, &loaded[i]) != JVMTI_ERROR_NONE)
                wd_health_add(WD_HEALTH_WEAVE_FAILED, 1);
            (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
        }
        (*env)->DeleteLocalRef(env, loaded[i]);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)loaded);
}

const char *wd_weave_start(jvmtiEnv *jvmti, JNIEnv *env)
{
    char jar[1024];
    if (wd_beside_library("whodunit-agent.jar", jar, sizeof jar) != 0)
        return "the path of libwhodunit.so is too long";
    if (access(jar, R_OK) != 0)
        return "whodunit-agent.jar is missing beside libwhodunit.so";
    jclass found = (*env)->FindClass(env, "whodunit/agent/boot/JavaHalf");
    jmethodID start = found ? (*env)->GetStaticMethodID(env, found, "start", "(Ljava/lang/String;)V") : NULL;
    weave = start ? (*env)->GetStaticMethodID(env, found, "weave", "(Ljava/lang/ClassLoader;Ljava/lang/String;[B)[B")
                  : NULL;
    jstring path = weave ? (*env)->NewStringUTF(env, jar) : NULL;
    if (path && (half = (*env)->NewGlobalRef(env, found)) != NULL)
        (*env)->CallStaticVoidMethod(env, half, start, path);
    if (!path || !half || (*env)->ExceptionCheck(env)) {
        (*env)->ExceptionClear(env);
        return "whodunit-agent-boot.jar is of another version";
    }
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    retransform_loaded(jvmti, env);
    return NULL;
}
