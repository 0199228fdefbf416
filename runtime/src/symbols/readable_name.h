/* SPDX-License-Identifier: Apache-2.0 */
/*
 * readable_name.h: "JOIN::exec" for "_ZN4JOIN4execEv", and Rust's names likewise, as the sampler has them in the
 * profile. Not for signal handlers.
 */
#ifndef WD_READABLE_NAME_H
#define WD_READABLE_NAME_H

#include <stddef.h>

/* From now on by the sampler's library, which `code` is in: C++'s own is only in programs that have it, and does not
 * know Rust's names. A library without that function is not used. */
void wd_readable_names_by(const void *code);

/* Writes at most `size` bytes with a NUL: the symbol itself if there is nothing better. */
void wd_readable_name(const char *symbol, char *out, size_t size);

#endif
