/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread_propagation.h: tells the Java half that a platform thread begins to run, on
 * that thread, before any of its code. No method of java.lang.Thread can: its
 * run is overridden. And that another thread's Object.notify has woken it.
 */
#ifndef WD_THREAD_PROPAGATION_H
#define WD_THREAD_PROPAGATION_H

#include <jvmti.h>

#include "contexts/context.h"

/* ThreadStart. Does nothing until wd_thread_propagation_watch has been called. */
void JNICALL wd_thread_starts(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);

/* The calling thread's Object.wait is over, which a thread under `waker` has woken. In MonitorWaited. */
void wd_thread_woken(JNIEnv *env, whodunit_context waker);

/* In VMInit, when the Java half is there. */
void wd_thread_propagation_watch(jvmtiEnv *jvmti, JNIEnv *env);

#endif
