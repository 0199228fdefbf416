/* SPDX-License-Identifier: Apache-2.0 */
#include "thread_propagation.h"

static jclass propagation;
static jmethodID begins, woken_by;
static jfieldID holder, task; /* JDK 19 and later: holder.task; before: task alone */

static jfieldID field(JNIEnv *env, const char *class, const char *name, const char *signature)
{
    jclass found = (*env)->FindClass(env, class);
    jfieldID id = found ? (*env)->GetFieldID(env, found, name, signature) : NULL;
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, found);
    return id;
}

void JNICALL wd_thread_starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    (void)jvmti;
    if ((*env)->PushLocalFrame(env, 8) != 0)
        return;
    jobject of = holder ? (*env)->GetObjectField(env, thread, holder) : thread;
    jobject runs = of ? (*env)->GetObjectField(env, of, task) : NULL;
    (*env)->CallStaticVoidMethod(env, propagation, begins, thread, runs);
    (*env)->ExceptionClear(env);
    (*env)->PopLocalFrame(env, NULL);
}

void wd_thread_woken(JNIEnv *env, whodunit_context waker)
{
    if (!propagation || !woken_by)
        return;
    (*env)->CallStaticVoidMethod(env, propagation, woken_by, (jint)waker);
    (*env)->ExceptionClear(env);
}

void wd_thread_propagation_watch(jvmtiEnv *jvmti, JNIEnv *env)
{
    jclass found = (*env)->FindClass(env, "whodunit/agent/boot/ThreadPropagation");
    begins = found ? (*env)->GetStaticMethodID(env, found, "begins", "(Ljava/lang/Thread;Ljava/lang/Object;)V") : NULL;
    woken_by = begins ? (*env)->GetStaticMethodID(env, found, "wokenBy", "(I)V") : NULL;
    holder = field(env, "java/lang/Thread", "holder", "Ljava/lang/Thread$FieldHolder;");
    task = holder ? field(env, "java/lang/Thread$FieldHolder", "task", "Ljava/lang/Runnable;")
                  : field(env, "java/lang/Thread", "target", "Ljava/lang/Runnable;");
    (*env)->ExceptionClear(env);
    if (begins && task && (propagation = (*env)->NewGlobalRef(env, found)) != NULL)
        (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
}
