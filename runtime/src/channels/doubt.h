/* SPDX-License-Identifier: Apache-2.0 */
/* doubt.h: rule M6: a loop had several requests at once, which could not be told apart. */
#ifndef WD_CHANNELS_DOUBT_H
#define WD_CHANNELS_DOUBT_H

/* How often a loop may receive until that is over; 0: it is. Atomic. */
extern int wd_doubt;

/* They could not be told apart just now. */
void wd_doubt_begin(void);

/* A loop has received. True: with that it is over. */
int wd_doubt_ends(void);

#endif
