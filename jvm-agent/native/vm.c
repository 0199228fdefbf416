/* SPDX-License-Identifier: Apache-2.0 */
#include "vm.h"

JavaVM *wd_vm;
jvmtiEnv *wd_jvmti;
struct wd_options wd_agent_options;
