/* SPDX-License-Identifier: Apache-2.0 */
/* request_lines.h: HTTP's request lines and the transactions that they have begun. Signal-safe; takes no lock. */
#ifndef WD_CHANNELS_REQUEST_LINES_H
#define WD_CHANNELS_REQUEST_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "whodunit.h"

#define WD_LINE 104 /* longer ones are not kept */

/* What a request begins with. */
struct wd_line {
    const unsigned char *bytes;
    uint32_t length; /* with the line's end; 0: it is not whole, too long, or none of HTTP's */
    uint32_t hash;
};
struct wd_line wd_line_of(const unsigned char *bytes, size_t n);

/* The transaction that this line has begun below `remote`; the root: that is not known. */
whodunit_context wd_line_context(const struct wd_line *line, whodunit_context remote);
void wd_line_keep(const struct wd_line *line, whodunit_context remote, whodunit_context context);

#endif
