/* SPDX-License-Identifier: Apache-2.0 */
/* Strings from anywhere become UTF-8 (Unicode, table 3-7), whole characters only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "protobuf/text.h"

static void becomes(const char *text, const char *expected)
{
    size_t size = strlen(text) + 1;
    /* its own allocation, so that the sanitizer sees a byte read too far */
    char *copy = memcpy(malloc(size), text, size), out[64];
    wd_text_copy(out, sizeof out, copy);
    free(copy);
    if (strcmp(out, expected) != 0)
        fail_msg("%02x %02x %02x %02x… became %02x %02x %02x %02x…", text[0] & 0xFF, text[1] & 0xFF, text[2] & 0xFF,
                 text[3] & 0xFF, out[0] & 0xFF, out[1] & 0xFF, out[2] & 0xFF, out[3] & 0xFF);
}

/* The code in `length` bytes, be they too many, and a NUL behind. */
static void encode(char out[8], uint32_t code, int length)
{
    static const uint8_t lead[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    memset(out, 0, 8);
    for (int i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[length] | code);
}

static int shortest(uint32_t code)
{
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static int is_surrogate(uint32_t code)
{
    return code >> 11 == 0xD800 >> 11;
}

static void every_character_stays_as_it_is(void **state)
{
    (void)state;
    char text[8];
    for (uint32_t code = 1; code <= 0x10FFFF; code++)
        if (!is_surrogate(code)) {
            encode(text, code, shortest(code));
            becomes(text, text);
        }
}

static void what_is_no_character_does_not_stay(void **state)
{
    (void)state;
    static const char question[] = "????";
    char text[8];
    for (uint32_t code = 1; code < 0x200000; code++)
        for (int length = 2; length <= 4; length++) {
            int fits = length == 4 || code < (length == 3 ? 0x10000u : 0x800u);
            if (fits && (length > shortest(code) || is_surrogate(code) || code > 0x10FFFF)) {
                encode(text, code, length);
                becomes(text, question + 4 - length);
            }
        }
    for (int byte = 0x80; byte <= 0xFF; byte++) {
        becomes((char[8]){ (char)byte }, "?");
        becomes((char[8]){ (char)byte, 'x' }, "?x");
        becomes((char[8]){ (char)byte, 'x', 'y', 'z' }, "?xyz");
    }
    becomes("\xf8\x90\x80\x80", "????"); /* no first byte of any character */
}

/* The JVM's way to write characters beyond the first 65,536. */
static void two_surrogates_become_their_character(void **state)
{
    (void)state;
    char text[16], expected[8];
    for (uint32_t code = 0x10000; code <= 0x10FFFF; code++) {
        encode(text, 0xD800 + ((code - 0x10000) >> 10), 3);
        encode(text + 3, 0xDC00 + (code & 0x3FF), 3);
        encode(expected, code, 4);
        becomes(text, expected);
    }
    for (int i = 0; i < 6; i++) {
        char broken[] = "\xed\xa0\xbd\xed\xb8\x80", marks[] = "??????";
        broken[i] = marks[i] = 'x';
        becomes(broken, marks);
        broken[i] = marks[i] = 0;
        becomes(broken, marks);
    }
    becomes("\xed\xb8\x80\xed\xa0\xbd", "??????"); /* in the wrong order */
    becomes("\xed\xa0\xbd\xed\xa0\xbd", "??????");
}

static void what_does_not_fit_is_cut_between_characters(void **state)
{
    (void)state;
    char out[8];
    wd_text_copy(out, 5, "abc\xc3\xa9");
    assert_string_equal(out, "abc");
    wd_text_copy(out, 6, "abc\xc3\xa9");
    assert_string_equal(out, "abc\xc3\xa9");
    wd_text_copy(out, 4, "\xed\xa0\xbd\xed\xb8\x80");
    assert_string_equal(out, "");
    wd_text_copy(out, 5, "\xed\xa0\xbd\xed\xb8\x80x");
    assert_string_equal(out, "\xf0\x9f\x98\x80");
    wd_text_copy(out, 2, "\xff\xff");
    assert_string_equal(out, "?");
    wd_text_copy(out, 1, "x");
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_stays_as_it_is),
        cmocka_unit_test(what_is_no_character_does_not_stay),
        cmocka_unit_test(two_surrogates_become_their_character),
        cmocka_unit_test(what_does_not_fit_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
