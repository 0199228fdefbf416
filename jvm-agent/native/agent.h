/* agent.h: what the parts of the JVM agent's native half share. */
#ifndef WD_AGENT_H
#define WD_AGENT_H

#include <jvmti.h>

#include "options.h"
#include "whodunit.h"

extern JavaVM *wd_vm;
extern jvmtiEnv *wd_jvmti;
extern struct wd_options wd_agent_options;

/* Binds the native methods of whodunit.agent.boot.Native. False if there is no such class. */
int wd_bridge_register(JNIEnv *env);

/* The context (base, Java call path of the calling thread without its `skip`
 * innermost frames). Found paths cost the stack walk and a look-up; new ones
 * are resolved to names. */
whodunit_context wd_capture(JNIEnv *env, whodunit_context base, int skip);

#endif
