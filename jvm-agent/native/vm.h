/* SPDX-License-Identifier: Apache-2.0 */
/* vm.h: the JVM that the agent is in, and what the agent was asked for. */
#ifndef WD_VM_H
#define WD_VM_H

#include <jvmti.h>

#include "options.h"

/* Set when the agent is loaded, and never changed after that. */
extern JavaVM *wd_vm;
extern jvmtiEnv *wd_jvmti;
extern struct wd_options wd_agent_options;

#endif
