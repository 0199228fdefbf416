/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sleeps.h: tells the Java half that a thread with a context has slept, where
 * Thread.sleep is a native method (before JDK 21), which no instrumented code is in.
 */
#ifndef WD_SLEEPS_H
#define WD_SLEEPS_H

#include <jni.h>

/* Puts a function of ours in the place of Thread.sleep's, which calls that. Elsewhere does nothing. Called in a native
 * method of a class of the boot loader: the JVM prints a warning if anybody else does this to a class of its own. */
void wd_sleeps_follow(JNIEnv *env);

#endif
