/* SPDX-License-Identifier: Apache-2.0 */
#include "recording/executed_check.h"

whodunit_context wd_executed_context;
void (*wd_executed_checks)(void);
