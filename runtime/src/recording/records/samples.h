/* SPDX-License-Identifier: Apache-2.0 */
/*
 * samples.h: whose each sample is, and what the kernel said about it, in batches.
 *
 * Used by the flusher thread only.
 */
#ifndef WD_SAMPLES_H
#define WD_SAMPLES_H

#include "recording/labels.h"

/* Drops what was not written: in a forked child, its parent's. */
void wd_samples_begin(void);

void wd_samples_add(const struct wd_label *label);

/* Writes what is gathered. */
void wd_samples_write(void);

#endif
