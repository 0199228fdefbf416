/* agent.h: what the parts of the JVM agent's native half share. */
#ifndef WD_AGENT_H
#define WD_AGENT_H

#include <jvmti.h>

#include "options.h"
#include "whodunit.h"

extern JavaVM *wd_vm;
extern jvmtiEnv *wd_jvmti;
extern struct wd_options wd_agent_options;

/* Binds the native methods of whodunit.agent.boot.Native. False if there is no such class, or another one. */
int wd_bridge_register(JNIEnv *env);

#endif
