/*
 * walk.h: the Java call path of the calling thread, as fast as this JVM gives it.
 */
#ifndef WD_WALK_H
#define WD_WALK_H

#include <jvmti.h>

/* Fills up to `depth` frames, innermost first, without the `skip` innermost
 * ones. The calling thread is in a native method. Returns their number, 0 if
 * there are none or they cannot be had. */
int wd_walk(JNIEnv *env, int skip, jvmtiFrameInfo *frames, int depth);

/* The same for a thread that is inside libjvm.so on behalf of Java code, from
 * where that code called. Makes no JNI or JVMTI call. The caller was called by
 * libjvm.so. */
int wd_walk_inside(jvmtiFrameInfo *frames, int depth);

#endif
