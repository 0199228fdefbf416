/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture.h: call paths of Java threads as contexts.
 */
#ifndef WD_CAPTURE_H
#define WD_CAPTURE_H

#include <jvmti.h>

#include "contexts/context.h"
#include "path_memo.h"

#define WD_PATH_DEPTH 256 /* deeper paths lose their outermost frames */

/* The context (base, Java call path of the calling thread without its `skip`
 * innermost frames). The calling thread is in a native method or a JVMTI
 * callback. Found paths cost the stack walk and a look-up; new ones are
 * resolved to names. */
whodunit_context wd_capture(JNIEnv *env, whodunit_context base, int skip);

/* The same for a virtual thread: its frames may still lie in the heap, behind
 * the barrier that thaws them when they are returned to, where only JVMTI finds
 * them; and those of the platform thread that runs it are not its own. */
whodunit_context wd_capture_virtual(JNIEnv *env, whodunit_context base, int skip);

/* A call path that was looked up, and may still have to be walked. */
struct wd_capture_look {
    struct wd_path_key key;
    int has_key;
    enum wd_path_memo_answer answer;
    whodunit_context known;
};

/* wd_capture(env, WHODUNIT_ROOT, 0) in two steps. First: the calling thread has
 * been called by Java code, and may be anywhere in what that called. Makes no
 * JNI or JVMTI call. */
void wd_capture_look(JNIEnv *env, struct wd_capture_look *look);

/* Second, on the same path: the calling thread is in a native method or a JVMTI callback. */
whodunit_context wd_capture_looked(JNIEnv *env, const struct wd_capture_look *look);

/* The context (base, path of `n` frames, innermost first). The calling thread
 * is in a native method or a JVMTI callback. `base` if n is 0. */
whodunit_context wd_path_context(JNIEnv *env, whodunit_context base, const jvmtiFrameInfo *frames, int n);

/* The context (root, path) if the path has been seen before, else 0: any thread in any state. */
whodunit_context wd_path_known(const jvmtiFrameInfo *frames, int n);

#endif
