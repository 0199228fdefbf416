/* SPDX-License-Identifier: Apache-2.0 */
/* What is mapped and which build it is, against a library that was linked with the build-id de ad be ef 01 02. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "symbols/code_files.h"

static const uint8_t build_id[] = { 0xde, 0xad, 0xbe, 0xef, 0x01, 0x02 };
static char directory[] = "/tmp/code_files_test.XXXXXX";
static uint8_t library[1 << 20];
static size_t library_size;

static const char *in_directory(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static const char *write_file(const char *name, const uint8_t *bytes, size_t size)
{
    const char *path = in_directory(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
    return path;
}

/* The listed file whose path, in the kernel's text, is that of `name` in our directory; NULL if there is none. */
static const struct wd_code_file *listed(const char *name)
{
    const struct wd_code_file *file;
    for (size_t position = 0; (file = wd_code_files_next(&position)) != NULL;)
        if (strcmp(file->path, in_directory(name)) == 0)
            return file;
    return NULL;
}

static size_t listed_files(void)
{
    size_t n = 0;
    for (size_t position = 0; wd_code_files_next(&position);)
        n++;
    return n;
}

static void *load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW);
    if (!handle)
        fail_msg("%s", dlerror());
    return handle;
}

static void assert_build_id(const struct wd_code_file *file)
{
    assert_non_null(file);
    assert_int_equal(file->build_id_size, sizeof build_id);
    assert_memory_equal(file->build_id, build_id, sizeof build_id);
}

static void test_a_loaded_library(void **unused)
{
    (void)unused;
    void *handle = load(write_file("plain.so", library, library_size));
    uintptr_t function = (uintptr_t)dlsym(handle, "code_files_library");
    wd_code_files_look();
    const struct wd_code_file *file = listed("plain.so");
    assert_build_id(file);
    assert_in_range(function, file->start, file->end - 1);
    /* where the mapping says it is, the file holds the function's code */
    assert_memory_equal(library + (function - file->start + file->offset), (const void *)function, 4);
    dlclose(handle);
}

static void test_what_was_unloaded_is_there_once_more(void **unused)
{
    (void)unused;
    void *handle = load(write_file("unloaded.so", library, library_size));
    wd_code_files_look();
    dlclose(handle);
    wd_code_files_look();
    assert_build_id(listed("unloaded.so"));
    wd_code_files_look();
    assert_null(listed("unloaded.so"));
}

static void test_a_newline_in_the_path(void **unused)
{
    (void)unused;
    void *handle = load(write_file("new\nline.so", library, library_size));
    wd_code_files_look();
    assert_build_id(listed("new\\012line.so"));
    dlclose(handle);
}

static void test_a_deleted_file(void **unused)
{
    (void)unused;
    const char *path = write_file("gone.so", library, library_size);
    void *handle = load(path);
    unlink(path);
    write_file("gone.so (deleted)", library, library_size); /* not what is loaded */
    wd_code_files_look();
    const struct wd_code_file *file = listed("gone.so (deleted)");
    assert_non_null(file);
    assert_int_equal(file->build_id_size, 0);
    dlclose(handle);
}

/* An upgrade under a running server. */
static void test_a_file_that_is_deleted_later(void **unused)
{
    (void)unused;
    const char *path = write_file("later.so", library, library_size);
    void *handle = load(path);
    wd_code_files_look();
    unlink(in_directory("later.so"));
    for (int i = 0; i < 3; i++)
        wd_code_files_look();
    assert_build_id(listed("later.so"));
    assert_null(listed("later.so (deleted)"));
    dlclose(handle);
}

/* To close a file drops the process's own locks on it. */
static void test_a_shared_file_keeps_its_locks(void **unused)
{
    (void)unused;
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    int status, fd = open(write_file("shared", library, library_size), O_RDWR);
    assert_int_equal(fcntl(fd, F_SETLK, &lock), 0);
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(mapped, MAP_FAILED);
    wd_code_files_look();
    assert_non_null(listed("shared"));
    pid_t child = fork();
    if (child == 0)
        _exit(fcntl(fd, F_SETLK, &lock) == 0); /* it has none of its parent's */
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    munmap(mapped, 4096);
    close(fd);
}

/* The sampler knows 2048; more do no harm, and make room when they are gone. */
static void test_thousands_of_mappings(void **unused)
{
    (void)unused;
    enum { MAPPINGS = 6000, PAGE = 4096 };
    int fd = open(write_file("many.so", library, library_size), O_RDONLY);
    char *room = mmap(NULL, (size_t)MAPPINGS * PAGE * 2, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(room, MAP_FAILED);
    size_t before = listed_files();
    for (size_t i = 0; i < MAPPINGS; i++)
        assert_ptr_not_equal(mmap(room + i * PAGE * 2, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0),
                             MAP_FAILED);
    wd_code_files_look();
    wd_code_files_look();
    assert_build_id(listed("many.so"));
    assert_int_equal(listed_files(), 2048);
    munmap(room, (size_t)MAPPINGS * PAGE * 2);
    close(fd);
    wd_code_files_look();
    wd_code_files_look();
    assert_null(listed("many.so"));
    assert_true(listed_files() <= before);
    void *handle = load(write_file("after.so", library, library_size));
    wd_code_files_look();
    assert_build_id(listed("after.so"));
    dlclose(handle);
}

/* Behind a note of properties in one segment, as some linkers put it. Header and name together are a multiple of 8, not
 * the name alone. */
static void test_notes_that_are_aligned_to_8(void **unused)
{
    (void)unused;
    struct {
        Elf64_Ehdr head;
        Elf64_Phdr segment;
        struct {
            Elf64_Nhdr note;
            char name[4];
            uint8_t text[8];
        } notes[2];
    } file = {
        .head = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64 },
                  .e_phoff = sizeof file.head,
                  .e_phentsize = sizeof file.segment,
                  .e_phnum = 1 },
        .segment = { .p_type = PT_NOTE,
                     .p_align = 8,
                     .p_offset = offsetof(__typeof__(file), notes),
                     .p_filesz = sizeof file.notes },
        .notes = { { { 4, 8, NT_GNU_PROPERTY_TYPE_0 }, "GNU", { 0 } },
                   { { 4, sizeof build_id, NT_GNU_BUILD_ID }, "GNU", { 0 } } },
    };
    uint8_t id[WD_BUILD_ID_SIZE];
    memcpy(file.notes[1].text, build_id, sizeof build_id);
    assert_int_equal(wd_build_id_read(write_file("aligned", (const uint8_t *)&file, sizeof file), id), sizeof build_id);
    assert_memory_equal(id, build_id, sizeof build_id);
}

static void test_files_that_have_none(void **unused)
{
    (void)unused;
    uint8_t id[WD_BUILD_ID_SIZE];
    assert_int_equal(wd_build_id_read(in_directory("missing"), id), 0);
    assert_int_equal(wd_build_id_read(directory, id), 0);
    assert_int_equal(wd_build_id_read(write_file("empty", library, 0), id), 0);
    assert_int_equal(wd_build_id_read(write_file("text", (const uint8_t *)"no library", 10), id), 0);
    assert_int_equal(mkfifo(in_directory("fifo"), 0600), 0);
    assert_int_equal(wd_build_id_read(in_directory("fifo"), id), 0); /* and does not wait for a writer */
}

static void test_damaged_files(void **unused)
{
    (void)unused;
    uint8_t id[WD_BUILD_ID_SIZE];
    static uint8_t damaged[sizeof library];
    for (size_t size = 0; size < 4096; size += 7) {
        size_t n = wd_build_id_read(write_file("damaged", library, size), id);
        assert_true(n == 0 || (n == sizeof build_id && memcmp(id, build_id, n) == 0));
    }
    srand(11);
    for (int round = 0; round < 2000; round++) {
        memcpy(damaged, library, library_size);
        for (int i = 0; i < 8; i++)
            damaged[rand() % 1024] = (uint8_t)rand();
        assert_in_range(wd_build_id_read(write_file("damaged", damaged, library_size < 8192 ? library_size : 8192), id),
                        0, sizeof id);
    }
}

static int set_up(void **unused)
{
    (void)unused;
    FILE *f = fopen(LIBRARY, "rb");
    if (!f || !mkdtemp(directory))
        return -1;
    library_size = fread(library, 1, sizeof library, f);
    fclose(f);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    static const char *const names[] = { "plain.so", "unloaded.so", "new\nline.so", "gone.so (deleted)", "many.so",
                                         "after.so", "later.so",    "shared",       "aligned",           "empty",
                                         "text",     "fifo",        "damaged" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_directory(names[i]));
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_loaded_library),
        cmocka_unit_test(test_what_was_unloaded_is_there_once_more),
        cmocka_unit_test(test_a_newline_in_the_path),
        cmocka_unit_test(test_a_deleted_file),
        cmocka_unit_test(test_a_file_that_is_deleted_later),
        cmocka_unit_test(test_a_shared_file_keeps_its_locks),
        cmocka_unit_test(test_thousands_of_mappings),
        cmocka_unit_test(test_notes_that_are_aligned_to_8),
        cmocka_unit_test(test_files_that_have_none),
        cmocka_unit_test(test_damaged_files),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
