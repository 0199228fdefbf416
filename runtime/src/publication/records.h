/* SPDX-License-Identifier: Apache-2.0 */
/*
 * records.h: what other programs can read of a thread's context (docs/publication.md):
 * for each context one record, made once, in the form of OpenTelemetry's
 * thread context. Where a thread's is, threads/thread.h's `published` says.
 */
#ifndef WD_PUBLICATION_RECORDS_H
#define WD_PUBLICATION_RECORDS_H

#include <stddef.h>

/* The names of the attributes; a record has their indexes. */
enum wd_record_key { WD_RECORD_TRANSACTION, WD_RECORD_SYNOPSIS, WD_RECORD_UPSTREAM, WD_RECORD_TIER, WD_RECORD_KEYS };
extern const char *const wd_record_keys[WD_RECORD_KEYS];

/* From now on each context has its record, and threads point to theirs. False if there is no memory. Once. */
int wd_published_records_begin(const char *tier);

#endif
