/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text.h: strings as protobuf wants them. A string field that is not UTF-8
 * makes readers refuse the whole record, and the bytes of command lines and
 * names are whatever the host program chose.
 */
#ifndef WD_TEXT_H
#define WD_TEXT_H

#include <stddef.h>

/* Copies `text`, in UTF-8 or the JVM's variant of it, and a NUL into `out`;
 * bytes that are neither become '?', and what does not fit is cut between
 * characters. `size` is at least 1. */
void wd_text_copy(char *out, size_t size, const char *text);

#endif
