/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of a kind are one mapping, whatever is reserved between them; a forked child finds in each what it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory/region.h"

#define PAGE ((size_t)4096)

static char *inherited[2], *own[2], *shared[2];

static int reserve_all(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        inherited[i] = wd_region_reserve(3 * PAGE);
        own[i] = wd_region_reserve_own(700 * PAGE + 1);
        shared[i] = wd_region_share(10);
        if (!inherited[i] || !own[i] || !shared[i])
            return 1;
        *inherited[i] = *own[i] = *shared[i] = 'p';
    }
    return 0;
}

/* The mapping that holds it, as /proc says. */
static uintptr_t mapping_of(const char *address)
{
    char line[4400];
    uintptr_t begin, end, found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (!found && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx", &begin, &end) == 2 && (uintptr_t)address >= begin && (uintptr_t)address < end)
            found = begin;
    fclose(maps);
    assert_true(found);
    return found;
}

static void regions_of_a_kind_are_one_mapping(void **state)
{
    (void)state;
    assert_int_equal(mapping_of(inherited[0]), mapping_of(inherited[1]));
    assert_int_equal(mapping_of(own[0]), mapping_of(own[1]));
    assert_int_equal(mapping_of(shared[0]), mapping_of(shared[1]));
    assert_int_not_equal(mapping_of(inherited[0]), mapping_of(own[0]));
    assert_true(shared[1] - shared[0] == (ptrdiff_t)PAGE);
}

static void where_its_place_is_taken_it_is_elsewhere(void **state)
{
    (void)state;
    char *last = wd_region_reserve(PAGE), *in_the_way = last - 2 * PAGE;
    assert_ptr_equal(mmap(in_the_way, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), in_the_way);
    *in_the_way = 'h';
    char *large = wd_region_reserve(4 * PAGE);
    assert_non_null(large);
    large[4 * PAGE - 1] = 'l';
    assert_int_equal(*in_the_way, 'h');
    assert_int_equal(munmap(in_the_way, PAGE), 0);
}

static void a_child_finds_what_it_is_to(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) {
        int right = *inherited[1] == 'p' && *own[1] == 0 && *shared[1] == 'p';
        *inherited[1] = *own[1] = *shared[1] = 'c';
        _exit(!right);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(*inherited[1], 'p');
    assert_int_equal(*own[1], 'p');
    assert_int_equal(*shared[1], 'c');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_of_a_kind_are_one_mapping),
        cmocka_unit_test(where_its_place_is_taken_it_is_elsewhere),
        cmocka_unit_test(a_child_finds_what_it_is_to),
    };
    return cmocka_run_group_tests(tests, reserve_all, NULL);
}
