/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unnamed_waits.h: waits that are over, whose waker's call path is new. The
 * waker is inside the JVM and cannot name it; the waiter was gone before it
 * could. Whoever comes by in a state to name it adds the wait.
 */
#ifndef WD_UNNAMED_WAITS_H
#define WD_UNNAMED_WAITS_H

#include "crosstalk/waits.h"
#include "waker_path.h"

/* Before there are any; without memory all are refused. */
void wd_unnamed_waits_prepare(void);

/* Any thread in any state; copies both. False: all places are taken. */
int wd_unnamed_waits_keep(const struct wd_wait *wait, const struct wd_waker_path *path);

/* Adds all that are kept. The calling thread is in a native method or a JVMTI callback, and holds no monitor that
 * others may wait for: a path that is named for the first time takes its time. */
void wd_unnamed_waits_add(JNIEnv *env);

#endif
