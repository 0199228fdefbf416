/* SPDX-License-Identifier: Apache-2.0 */
/* What a library clears is zero afterwards, and nothing beside it; of a large table no page is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sampler/async/tables.h"

enum { PAGE = 4096, PAGES = 512, EDGE = 100 };

static void (*clear)(void *memory, size_t length);
static unsigned char *memory;

static size_t resident(void)
{
    unsigned char pages[PAGES];
    size_t n = 0;
    assert_int_equal(mincore(memory, (size_t)PAGES * PAGE, pages), 0);
    for (int i = 0; i < PAGES; i++)
        n += pages[i] & 1;
    return n;
}

static void clears(size_t from, size_t length, size_t pages_left)
{
    size_t size = (size_t)PAGES * PAGE;
    memset(memory, 1, size);
    clear(memory + from, length);
    assert_int_equal(resident(), pages_left);
    for (size_t i = 0; i < size; i++)
        if (memory[i] != (i < from || i >= from + length))
            fail_msg("byte %zu is %d", i, memory[i]);
}

static int map(void **state)
{
    (void)state;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    *(void **)&clear = dlsym(library, "clear");
    wd_tables_redirect(library);
    memory = mmap(NULL, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, (size_t)PAGES * PAGE, MADV_NOHUGEPAGE);
    return memory == MAP_FAILED;
}

static void a_large_table_has_no_pages(void **state)
{
    (void)state;
    clears(0, (size_t)PAGES * PAGE, 0);
}

static void what_is_beside_it_stays(void **state)
{
    (void)state;
    clears(EDGE, (size_t)PAGES * PAGE - 2 * EDGE, 2);
}

static void a_small_one_is_written(void **state)
{
    (void)state;
    clears(EDGE, 4 * PAGE, PAGES);
}

static void what_is_locked_is_written(void **state)
{
    (void)state;
    if (mlock(memory, (size_t)PAGES * PAGE) != 0)
        skip(); /* more than the user may lock */
    clears(0, (size_t)PAGES * PAGE, PAGES);
    munlock(memory, (size_t)PAGES * PAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_table_has_no_pages),
        cmocka_unit_test(what_is_beside_it_stays),
        cmocka_unit_test(a_small_one_is_written),
        cmocka_unit_test(what_is_locked_is_written),
    };
    return cmocka_run_group_tests(tests, map, NULL);
}
