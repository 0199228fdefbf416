/* SPDX-License-Identifier: Apache-2.0 */
/*
 * owners.h: which transaction holds the monitor that a thread waits for.
 *
 * HotSpot's threads spin before they sleep, and one that gets its monitor so is
 * woken by nobody. Then the last owner that it saw is the holder.
 */
#ifndef WD_OWNERS_H
#define WD_OWNERS_H

#include <jni.h>

#include "whodunit.h"

/* In VMInit. Where this JVM keeps owners otherwise, they stay unknown. */
void wd_owners_prepare(JNIEnv *env);

/* The calling thread, of the JVM, now has a context that others may ask for. */
void wd_owners_enter(JNIEnv *env);

/* The calling thread's, of the JVM, if it has had a context and does not end: else NULL. */
JNIEnv *wd_owners_env(void);

/* The calling thread ends, or leaves the JVM. */
void wd_owners_leave(void);

/* The context of the thread that owns the monitor that the calling thread
 * waits for. False if it cannot be told. Makes no JNI or JVMTI call. */
int wd_owner_context(whodunit_context *context);

#endif
