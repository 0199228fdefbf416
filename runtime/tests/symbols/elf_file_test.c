/* SPDX-License-Identifier: Apache-2.0 */
/* What is opened by the path of a mapped file may be something else by then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "symbols/elf_file.h"

static void test_a_file_is_read(void **unused)
{
    (void)unused;
    size_t n;
    struct wd_elf_file file = wd_elf_open("/proc/self/exe");
    assert_non_null(wd_elf_segments(&file, &n));
    wd_elf_close(&file);
    assert_null(file.bytes);
}

/* It would wait for who writes. */
static void test_a_fifo_is_not(void **unused)
{
    (void)unused;
    char directory[] = "/tmp/whodunit-elf-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/fifo", directory);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(10);
    assert_null(wd_elf_open(path).bytes);
    alarm(0);
    unlink(path);
    rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_is_read),
        cmocka_unit_test(test_a_fifo_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
