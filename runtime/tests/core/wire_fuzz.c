/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: any text as the wire form of a synopsis. What is read is exactly what would be written for it, and
 * what is not read is no wire form.
 */
#include <stdlib.h>
#include <string.h>

#include "contexts/wire.h"

static int is_hex(const uint8_t *text, size_t from, size_t to, int *is_zero)
{
    *is_zero = 1;
    for (size_t i = from; i < to; i++) {
        if (!memchr("0123456789abcdef", text[i], 16))
            return 0;
        *is_zero &= text[i] == '0';
    }
    return 1;
}

static int is_wire_form(const uint8_t *text, size_t size)
{
    int no_stage, no_synopsis;
    return size == WHODUNIT_WIRE_LENGTH && text[16] == '-' && is_hex(text, 0, 16, &no_stage) && !no_stage &&
           is_hex(text, 17, 25, &no_synopsis) && !no_synopsis;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t stage = 7;
    uint32_t synopsis = 7;
    char again[WHODUNIT_WIRE_LENGTH];
    char *text = malloc(size ? size : 1); /* of just this size */
    memcpy(text, data, size);
    int is_read = wd_wire_parse(text, size, &stage, &synopsis);
    if (is_read != is_wire_form(data, size))
        abort();
    wd_wire_format(stage, synopsis, again);
    if (is_read ? memcmp(again, data, sizeof again) != 0 : stage != 7 || synopsis != 7)
        abort();
    free(text);
    return 0;
}
