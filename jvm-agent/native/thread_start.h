/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread_start.h: tells the Java half that a platform thread begins to run, on
 * that thread, before any of its code. No method of java.lang.Thread can: its
 * run is overridden.
 */
#ifndef WD_THREAD_START_H
#define WD_THREAD_START_H

#include <jvmti.h>

/* ThreadStart. Does nothing until wd_thread_start_watch has been called. */
void JNICALL wd_thread_starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);

/* In VMInit, when the Java half is there. */
void wd_thread_start_watch(jvmtiEnv *jvmti, JNIEnv *env);

#endif
