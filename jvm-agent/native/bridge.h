/* SPDX-License-Identifier: Apache-2.0 */
/* bridge.h: the native methods of whodunit.agent.boot.Native. */
#ifndef WD_BRIDGE_H
#define WD_BRIDGE_H

#include <jni.h>

/* Binds them. False if there is no such class, or another one. */
int wd_bridge_register(JNIEnv *env);

#endif
