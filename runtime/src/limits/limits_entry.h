/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limits_entry.h: the entry of an environment in which a program learns what the process that has executed it knows of
 * limits (memory_limits.h).
 */
#ifndef WD_LIMITS_ENTRY_H
#define WD_LIMITS_ENTRY_H

#define WD_LIMITS_VARIABLE "WHODUNIT_LIMITS="
#define WD_LIMITS_VALUE 128
#define WD_LIMITS_SIZE (sizeof WD_LIMITS_VARIABLE + WD_LIMITS_VALUE)

/* What its value has to be now; begins with '-': there is nothing to be told. */
extern char wd_limits_value[WD_LIMITS_VALUE];

/* The whole entry, with its end, for a program that is executed now; false: nothing is written. */
int wd_limits_tell(char entry[WD_LIMITS_SIZE]);

#endif
