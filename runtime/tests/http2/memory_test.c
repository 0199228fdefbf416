/* SPDX-License-Identifier: Apache-2.0 */
#include "http2/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

static void gives_pieces_that_do_not_overlap(void **state)
{
    (void)state;
    char *piece[200];
    for (int i = 0; i < 200; i++) {
        size_t size = (size_t)i * 37 + 1;
        piece[i] = wd_http2_allocate(size);
        assert_non_null(piece[i]);
        assert_int_equal((uintptr_t)piece[i] % 8, 0);
        memset(piece[i], i, size);
    }
    for (int i = 0; i < 200; i++) {
        for (size_t at = 0; at < (size_t)i * 37 + 1; at++)
            assert_int_equal((unsigned char)piece[i][at], i);
        wd_http2_free(piece[i]);
    }
}

static void uses_pieces_again(void **state)
{
    (void)state;
    for (int turn = 0; turn < 1000; turn++) {
        void *piece = wd_http2_allocate(100000); /* of 64 MiB */
        assert_non_null(piece);
        wd_http2_free(piece);
    }
}

static void enlarges_with_the_content(void **state)
{
    (void)state;
    char *piece = wd_http2_enlarge(NULL, 10);
    strcpy(piece, "content");
    assert_ptr_equal(wd_http2_enlarge(piece, 20), piece);
    piece = wd_http2_enlarge(piece, 5000);
    assert_string_equal(piece, "content");
    wd_http2_free(piece);
    wd_http2_free(NULL);
}

static void ends(void **state)
{
    (void)state;
    assert_null(wd_http2_allocate(200000));
    assert_null(wd_http2_allocate(SIZE_MAX));
    void *last = NULL;
    size_t pieces = 0;
    for (void *piece; (piece = wd_http2_allocate(100000)) != NULL; pieces++) {
        *(void **)piece = last;
        last = piece;
    }
    assert_in_range(pieces, 400, WD_HTTP2_MEMORY / 100000);
    for (void *next; last; last = next) {
        next = *(void **)last;
        wd_http2_free(last);
    }
    assert_non_null(wd_http2_allocate(100000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_pieces_that_do_not_overlap),
        cmocka_unit_test(uses_pieces_again),
        cmocka_unit_test(enlarges_with_the_content),
        cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
