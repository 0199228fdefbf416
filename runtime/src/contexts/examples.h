/* SPDX-License-Identifier: Apache-2.0 */
/*
 * examples.h: the traceparent header (W3C Trace Context) of one of the
 * transactions that began under a context, so that its row leads to a trace.
 */
#ifndef WD_EXAMPLES_H
#define WD_EXAMPLES_H

#include <stddef.h>

#include "contexts/context.h"

#define WD_TRACEPARENT 55 /* characters */

/* Keeps the header's value, if the context has none yet, or only one that its tracer did not keep. At most two for each
 * context; what is no well-formed value is left out. Lock-free but for new text, not signal-safe. */
void wd_example_keep(whodunit_context context, const char *text, size_t length);

/* Would one be kept? Where many requests have had none, or none that its tracer keeps, not each is worth a search. */
int wd_example_is_wanted(whodunit_context context);

/* What is kept; 0: nothing. */
wd_name wd_example(whodunit_context context);

#endif
