/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waker_path.h: the call path of a thread that is in the middle of HotSpot's
 * code, where a path can be recognised or walked, but not named.
 */
#ifndef WD_WAKER_PATH_H
#define WD_WAKER_PATH_H

#include <jvmti.h>

#include "capture.h"
#include "path_memo.h"

struct wd_waker_path {
    whodunit_context known; /* recognised, if depth is 0 */
    int depth;
    int has_key;
    struct wd_path_key key;
    enum wd_path_memo_answer answer;
    jvmtiFrameInfo frames[WD_PATH_DEPTH];
};

/* The calling thread's. The caller was called by libjvm.so. Makes no JNI or
 * JVMTI call; on a thread's first time libc allocates, to tell where its stack ends. */
void wd_waker_path_take(struct wd_waker_path *path);

/* The context (root, path); root if there was none to be had. The calling
 * thread, any one, is in a native method or a JVMTI callback. */
whodunit_context wd_waker_path_context(JNIEnv *env, const struct wd_waker_path *path);

/* The same if the path has been seen before, else 0: any thread in any state. */
whodunit_context wd_waker_path_known(const struct wd_waker_path *path);

#endif
