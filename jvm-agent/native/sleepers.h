/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sleepers.h: who wakes whom inside the JVM (DESIGN D7).
 *
 * HotSpot puts a thread that waits for a monitor to sleep on a condition
 * variable of its own, and whoever lets it go signals that. libjvm.so's
 * imports of these functions are pointed at ours, which see the waking thread
 * at the moment of the wake-up. JVMTI only tells who waits.
 */
#ifndef WD_SLEEPERS_H
#define WD_SLEEPERS_H

#include <jvmti.h>

#include "capture.h"
#include "crosstalk/waits.h"

/* To be called once, before a wait begins. False if libjvm.so does not sleep as
 * expected: then wakers stay unseen. */
int wd_sleepers_watch(void);

/* The calling thread begins a wait that counts; its next sleeps belong to it.
 * Its call path is looked up when it falls asleep, into `path`, which is to
 * outlive the wait and has no key before; NULL: not wanted. */
void wd_sleepers_begin(JNIEnv *env, struct wd_capture_look *path);

/* The wait that wd_sleepers_begin began is over, the thread is in a native
 * method or a JVMTI callback: completes `wait` with holder and end (woken or
 * unseen) and keeps it (deferred_waits.h), or leaves that to the waking thread.
 * Returns the context of who was seen to wake the thread, or the root. */
whodunit_context wd_sleepers_end(JNIEnv *env, struct wd_wait *wait);

/* Forgets the wait: it timed out, or was none. */
void wd_sleepers_drop(void);

#endif
