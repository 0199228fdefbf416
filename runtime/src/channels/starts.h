/* SPDX-License-Identifier: Apache-2.0 */
/* starts.h: what a program works for that the calling thread executes (recording/executed.h). */
#ifndef WD_CHANNELS_STARTS_H
#define WD_CHANNELS_STARTS_H

/* From now on programs have a context; once, when messages carry theirs. */
void wd_starts_begin(void);

#endif
