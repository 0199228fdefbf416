/* SPDX-License-Identifier: Apache-2.0 */
/*
 * monitors.h: crosstalk through Java monitors, contended or waited on (paper,
 * section 6): JVMTI tells who waits, sleepers.h who wakes them.
 */
#ifndef WD_MONITORS_H
#define WD_MONITORS_H

#include <jvmti.h>

/* In Agent_OnLoad: asks for the events and fills in their callbacks. */
void wd_monitors_request(jvmtiEnv *jvmti, jvmtiEventCallbacks *callbacks);

/* In VMInit: from now on waits are recorded. A JVM without these events records none. */
void wd_monitors_start(jvmtiEnv *jvmti, JNIEnv *env);

#endif
