/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record.h: the record that is being filled, and where it goes.
 *
 * Used by the flusher thread only.
 */
#ifndef WD_RECORD_H
#define WD_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "whodunit.pb.h"

/* What a record goes to: wd_sampler_emit, or a test's sink. Returns false if it refuses the record. */
typedef int (*wd_sink)(const uint8_t *record, size_t length);

extern whodunit_Record wd_record; /* one at a time; too large for small stacks */

void wd_record_to(wd_sink sink);

/* Writes the record. Returns false if the recorder refused it. */
int wd_record_write(void);

#endif
