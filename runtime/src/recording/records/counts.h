/* SPDX-License-Identifier: Apache-2.0 */
/*
 * counts.h: what has been counted since it was last written: contexts' events, waits, flows, messages, health.
 *
 * Used by the flusher thread only.
 */
#ifndef WD_COUNTS_H
#define WD_COUNTS_H

void wd_counts_write(void);

#endif
