/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record_writer.h: writes the records of whodunit.proto into the running recording.
 *
 * Every file stands alone: a context is defined, after its name and its
 * parent, before the first record of that file that uses it (docs/format.md).
 * Used by the flusher thread only.
 */
#ifndef WD_RECORD_WRITER_H
#define WD_RECORD_WRITER_H

#include <stdint.h>

#include "options.h"
#include "recording/labels.h"
#include "recording/records/record.h"

/* Starts file `number`: nothing is defined in it yet. */
void wd_records_begin(wd_sink sink, const struct wd_options *options, int is_jvm, uint32_t number);

void wd_records_label(const struct wd_label *label);

/* Writes what has been gathered so far, the counts of all contexts, the
 * waits since the last flush, the health counters and the files of code that
 * are mapped. */
void wd_records_flush(void);

#endif
