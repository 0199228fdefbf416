/* SPDX-License-Identifier: Apache-2.0 */
#include "sleeps.h"

#include <dlfcn.h>

#include "thread.h"
#include "vm.h"

static void(JNICALL *vm_sleep)(JNIEnv *env, jclass thread, jlong ms);
static jclass propagation;
static jmethodID sleeps;

static void JNICALL sleep_told(JNIEnv *env, jclass thread, jlong ms)
{
    if (wd_thread.context != WHODUNIT_ROOT && ms > 0) {
        (*env)->CallStaticVoidMethod(env, propagation, sleeps, ms > INT32_MAX ? INT64_MAX : ms * 1000000);
        (*env)->ExceptionClear(env);
    }
    vm_sleep(env, thread, ms);
}

static int is_native(jmethodID method)
{
    jboolean is = JNI_FALSE;
    return (*wd_jvmti)->IsMethodNative(wd_jvmti, method, &is) == JVMTI_ERROR_NONE && is;
}

void wd_sleeps_follow(JNIEnv *env)
{
    static const JNINativeMethod ours = { (char *)"sleep", (char *)"(J)V", (void *)sleep_told };
    jclass thread = (*env)->FindClass(env, "java/lang/Thread");
    jclass found = (*env)->FindClass(env, "whodunit/agent/boot/ThreadPropagation");
    jmethodID theirs = thread && found ? (*env)->GetStaticMethodID(env, thread, ours.name, ours.signature) : NULL;
    sleeps = theirs ? (*env)->GetStaticMethodID(env, found, "sleeps", "(J)V") : NULL;
    if (sleeps && is_native(theirs)) {
        *(void **)&vm_sleep = dlsym(RTLD_DEFAULT, "JVM_Sleep");
        propagation = (*env)->NewGlobalRef(env, found);
        if (vm_sleep && propagation)
            (*env)->RegisterNatives(env, thread, &ours, 1);
    }
    (*env)->ExceptionClear(env);
}
