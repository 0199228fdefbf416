/* SPDX-License-Identifier: Apache-2.0 */
/* pause.h: waiting for a moment within a function of the host's that is no cancellation point. */
#ifndef WD_PAUSE_H
#define WD_PAUSE_H

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>

#include "system/bare_call.h"

/* Less where a signal handler interrupts it. Keeps errno. Signal-safe. */
static inline void wd_pause_us(long microseconds)
{
    int saved = errno;
    WD_BARE_CALL(SYS_nanosleep, &(struct timespec){ .tv_nsec = microseconds * 1000 }, NULL);
    errno = saved;
}

#endif
