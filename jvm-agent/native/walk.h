/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk.h: the Java call path of the calling thread, as fast as this JVM gives it.
 */
#ifndef WD_WALK_H
#define WD_WALK_H

#include <jvmti.h>

#include "path_key.h"

/* Fills up to `depth` frames, innermost first, without the `skip` innermost
 * ones. The calling thread is in a native method. Returns their number, 0 if
 * there are none or they cannot be had. */
int wd_walk(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth);

/* The same by JVMTI, which takes longer, but finds all frames of a virtual
 * thread and no others. */
int wd_walk_virtual(int skip, jvmtiFrameInfo *frames, int depth);

/* For a thread that is inside libjvm.so on behalf of Java code: where that
 * code called. Makes no JNI or JVMTI call. The caller was called by libjvm.so.
 * False if that cannot be had. */
int wd_walk_inside(struct wd_java_frame *first);

/* As wd_walk, from there on, and without JNI or JVMTI. `is_hopeless`: there
 * are none, and there will be none where the same frames are walked again. */
int wd_walk_from(JNIEnv *env, const struct wd_java_frame *first, jvmtiFrameInfo *frames, int depth, int *is_hopeless);

#endif
