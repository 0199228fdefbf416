/* SPDX-License-Identifier: Apache-2.0 */
/* code_range.h: where the program, or a library that it has loaded, lies in memory. */
#ifndef WD_CODE_RANGE_H
#define WD_CODE_RANGE_H

#include <stdint.h>

struct wd_code_range {
    uintptr_t begin, end;
};

/* Of what contains `code`; an empty one if nothing does. Takes the linker's lock: not for signal handlers. */
struct wd_code_range wd_code_range_of(const void *code);

/* Signal-safe. */
static inline int wd_code_range_has(const struct wd_code_range *range, uintptr_t address)
{
    return address >= range->begin && address < range->end;
}

#endif
