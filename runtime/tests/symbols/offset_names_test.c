/* SPDX-License-Identifier: Apache-2.0 */
/* offset_names_test LIBRARY FUNCTIONS WHOLE: see offset_names.sh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "symbols/elf_table.h"
#include "symbols/offset_names.h"

static const char *library, *functions, *whole;

static void read_names(struct wd_elf_table *table)
{
    char path[64];
    int fd = wd_offset_names_open(library);
    assert_true(fd >= 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct wd_elf_file names = wd_elf_open(path);
    close(fd);
    assert_true(wd_elf_read_symbols(&names, SHT_SYMTAB, table));
}

static void test_each_function_is_named(void **unused)
{
    (void)unused;
    struct wd_elf_table table;
    unsigned long long begin, size;
    char name[256], expected[300];
    int is_exported, named = 0;
    read_names(&table);
    FILE *f = fopen(functions, "r");
    while (fscanf(f, "%llx %llx %255s %d", &begin, &size, name, &is_exported) == 4) {
        if (is_exported)
            snprintf(expected, sizeof expected, "%s", name);
        else
            snprintf(expected, sizeof expected, "library.so+0x%llx", begin);
        for (uint64_t at = begin; at < begin + size; at++) {
            const struct wd_elf_symbol *s = wd_elf_find(&table, at, 1);
            assert_non_null(s);
            assert_string_equal(s->name, expected);
        }
        assert_null(wd_elf_function_at(&table, begin + 1));
        named++;
    }
    fclose(f);
    assert_int_equal(named, 4);
}

static void test_what_is_not_stripped_has_its_names(void **unused)
{
    (void)unused;
    assert_int_equal(wd_offset_names_open(whole), -1);
    assert_int_equal(wd_offset_names_open(functions), -1);
    assert_int_equal(wd_offset_names_open("/nowhere"), -1);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    library = argv[1];
    functions = argv[2];
    whole = argv[3];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_function_is_named),
        cmocka_unit_test(test_what_is_not_stripped_has_its_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
