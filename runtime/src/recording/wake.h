/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wake.h: how long the recorder's thread sleeps. It looks at what has come now and then as long as something comes, and
 * at once when its buffer fills; when nothing has come, it sleeps until something does.
 */
#ifndef WD_WAKE_H
#define WD_WAKE_H

#include <stdint.h>

/* Before the recorder's thread is started. */
void wd_wake_begin(void);

/* Something is there for the recorder's thread: after it was put where it is to be found. Any thread, signal-safe;
 * keeps errno. */
void wd_wake_came(void);

/* Has something come since the last call? Before it is looked for. */
int wd_wake_has_come(void);

/* The buffer of what comes is filling: ends a nap, the next one if there is none. As wd_wake_came. */
void wd_wake_hurry(void);

/* Sleeps so long, or until somebody hurries, or wd_wake_stop. */
void wd_wake_nap(uint64_t ns);

/* The same, or until something comes. True if something has. */
int wd_wake_sleep(uint64_t ns);

/* Time to stop, until the next wd_wake_begin. Any thread, signal-safe. */
void wd_wake_stop(void);

int wd_wake_stopping(void);

#endif
