/* SPDX-License-Identifier: Apache-2.0 */
/*
 * errno_place.h: the calling thread's errno without a call into libc, for what each message passes through twice.
 */
#ifndef WD_ERRNO_PLACE_H
#define WD_ERRNO_PLACE_H

#include <stdint.h>

#include "memory/each_message.h"

/* From where a thread's own variables begin: the same in all, since libc is there before the first one begins. Known
 * before any descriptor is followed. */
extern intptr_t wd_errno_place WD_EACH_MESSAGE;

static inline int wd_errno(void)
{
    return *(const int __seg_fs *)wd_errno_place;
}

static inline void wd_errno_set(int number)
{
    *(int __seg_fs *)wd_errno_place = number;
}

#endif
