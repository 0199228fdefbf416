/* SPDX-License-Identifier: Apache-2.0 */
/* A copy that its table has no place for is not made, again and again, until there is no memory for others. */
#include <stdio.h>

#include "flows/copies.h"
#include "flows/translate.h"
#include "flows/versions.h"

enum { SLOTS = 16, PLACES = 64 };

static const uint8_t code[PLACES] = { [0 ... PLACES - 1] = 0xc3 }; /* ret */
static struct wd_version version;

static size_t text_length(uintptr_t pc)
{
    return pc - (uintptr_t)code < PLACES ? (uintptr_t)code + PLACES - pc : 0;
}

static int full(void)
{
    wd_version_begin(&version, 0, SLOTS);
    for (int i = 0; i < PLACES; i++)
        wd_translate(&version, (uintptr_t)code + (uintptr_t)i);
    size_t left = wd_copies_room();
    for (int i = 0; i < PLACES; i++)
        if (wd_translate(&version, (uintptr_t)code + PLACES - 1))
            return printf("a full table takes more\n"), 1;
    if (wd_copies_room() != left)
        return printf("%zu bytes of copies that nobody finds\n", left - wd_copies_room()), 1;
    return 0;
}

int main(void)
{
    char error[200];
    wd_translate_text = text_length;
    if (wd_translate_open(error, sizeof error) != 0)
        return printf("%s\n", error), 1;
    return full();
}
