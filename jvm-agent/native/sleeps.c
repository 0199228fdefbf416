/* SPDX-License-Identifier: Apache-2.0 */
#include "sleeps.h"

#include <dlfcn.h>
#include <stdint.h>

#include "threads/thread.h"
#include "vm.h"

static void(JNICALL *vm_sleep)(JNIEnv *env, jclass thread, jlong ms);
static jclass propagation, thread_death;
static jmethodID slept;

/* An interrupted sleep is not counted. What Thread.stop throws may come at any call of Java, and stays. */
static void JNICALL sleep_told(JNIEnv *env, jclass thread, jlong ms)
{
    vm_sleep(env, thread, ms);
    if (wd_thread.context == WHODUNIT_ROOT || ms <= 0 || (*env)->ExceptionCheck(env))
        return;
    (*env)->CallStaticVoidMethod(env, propagation, slept, ms > INT32_MAX ? INT64_MAX : ms * 1000000);
    jthrowable thrown = (*env)->ExceptionOccurred(env);
    if (!thrown)
        return;
    (*env)->ExceptionClear(env);
    if ((*env)->IsInstanceOf(env, thrown, thread_death))
        (*env)->Throw(env, thrown);
    (*env)->DeleteLocalRef(env, thrown);
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
    slept = theirs ? (*env)->GetStaticMethodID(env, found, "slept", "(J)V") : NULL;
    jclass death = slept ? (*env)->FindClass(env, "java/lang/ThreadDeath") : NULL;
    if (death && is_native(theirs)) {
        *(void **)&vm_sleep = dlsym(RTLD_DEFAULT, "JVM_Sleep");
        propagation = (*env)->NewGlobalRef(env, found);
        thread_death = (*env)->NewGlobalRef(env, death);
        if (vm_sleep && propagation && thread_death)
            (*env)->RegisterNatives(env, thread, &ours, 1);
    }
    (*env)->ExceptionClear(env);
}
