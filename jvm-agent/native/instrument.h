/* SPDX-License-Identifier: Apache-2.0 */
/*
 * instrument.h: gives the classes that contexts travel through to the Java
 * half, which instruments them. JVMTI does it without java.lang.instrument,
 * which not every program's module graph has, and whose every failure aborts
 * the JVM.
 */
#ifndef WD_INSTRUMENT_H
#define WD_INSTRUMENT_H

#include <jvmti.h>

/* ClassFileLoadHook. Does nothing until wd_instrument_start has returned. */
void JNICALL wd_instrument_class(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader, const char *name,
                                 jobject domain, jint length, const unsigned char *bytes, jint *new_length,
                                 unsigned char **new_bytes);

/* In VMInit, after the natives are bound: loads the Java half, asks it which
 * classes it wants (whodunit.agent.Instrumentations) and gives it those that
 * are loaded already. NULL, or why nothing will be instrumented. */
const char *wd_instrument_start(jvmtiEnv *jvmti, JNIEnv *env);

#endif
