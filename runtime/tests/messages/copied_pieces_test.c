/* SPDX-License-Identifier: Apache-2.0 */
/* What is about to be sent is read up to the first byte that cannot be read: the host's own call will say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "channels/pieces.h"

#define PAGE 4096

static char copy[PAGE];

/* Two pages, the second one with this protection. */
static char *two_pages(int protection)
{
    char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    for (int i = 0; i < 2 * PAGE; i++)
        pages[i] = (char)('a' + i % 7);
    assert_int_equal(mprotect(pages + PAGE, PAGE, protection), 0);
    return pages;
}

static void all_is_copied_where_all_is_there(void **state)
{
    (void)state;
    char *pages = two_pages(PROT_READ);
    const struct iovec pieces[] = { { pages + 1, 3 }, { NULL, 0 }, { pages + PAGE - 5, 10 }, { pages, 2 * PAGE } };
    assert_int_equal(wd_pieces_copy(pieces, 4, copy, 20), 20);
    assert_memory_equal(copy, pages + 1, 3);
    assert_memory_equal(copy + 3, pages + PAGE - 5, 10);
    assert_memory_equal(copy + 13, pages, 7);
    assert_int_equal(wd_pieces_copy(pieces, 0, copy, 20), 0);
}

static void what_cannot_be_read_ends_them(void **state)
{
    (void)state;
    char *pages = two_pages(PROT_NONE);
    const struct iovec over_the_edge = { pages + PAGE - 5, 10 }, behind = { pages + PAGE + 3, 1 };
    const struct iovec several[] = { { pages, 4 }, behind, { pages, 4 } };
    assert_int_equal(wd_pieces_copy(&over_the_edge, 1, copy, sizeof copy), 5);
    assert_memory_equal(copy, pages + PAGE - 5, 5);
    assert_int_equal(wd_pieces_copy(&behind, 1, copy, sizeof copy), 0);
    assert_int_equal(wd_pieces_copy(several, 3, copy, sizeof copy), 4);
    const struct iovec nowhere[] = { { NULL, 8 }, { (void *)UINTPTR_MAX, 8 }, { (void *)0x8000000000000000u, 8 } };
    for (int i = 0; i < 3; i++)
        assert_int_equal(wd_pieces_copy(&nowhere[i], 1, copy, sizeof copy), 0);
}

/* Touching them would be SIGBUS. */
static void pages_behind_a_files_end_cannot_be_read(void **state)
{
    (void)state;
    int fd = memfd_create("pieces", 0);
    assert_int_equal(ftruncate(fd, 100), 0);
    char *pages = mmap(NULL, 2 * PAGE, PROT_READ, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    const struct iovec piece = { pages + PAGE - 8, 16 };
    assert_int_equal(wd_pieces_copy(&piece, 1, copy, sizeof copy), 8);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_copied_where_all_is_there),
        cmocka_unit_test(what_cannot_be_read_ends_them),
        cmocka_unit_test(pages_behind_a_files_end_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
