/* SPDX-License-Identifier: Apache-2.0 */
/* handed.h: whether threads of this process hand to others what they have received, by means that nobody sees. */
#ifndef WD_CHANNELS_HANDED_H
#define WD_CHANNELS_HANDED_H

extern int wd_workers_are_handed; /* a thread has gone on with what another one had received */

/* It has, just now. Signal-safe. */
static inline void wd_workers_found(void)
{
    if (!wd_workers_are_handed)
        wd_workers_are_handed = 1;
}

#endif
