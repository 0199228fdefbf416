/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads of the recorder with tables of descriptors of their own: the one
 * recording is whole whoever writes to it, and the host's files are the host's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "../../src/sampler/async/output.c" /* its redirected calls are not to be had otherwise */
#include "health/diagnostics.h"
#include "scratch.h"

enum { BLOCKS = 2000, BLOCK = 100 };

static char first[PATH_MAX], second[PATH_MAX];
static sem_t ready, go;

static void write_blocks(char letter)
{
    char block[BLOCK];
    memset(block, letter, sizeof block);
    for (int i = 0; i < BLOCKS; i++)
        assert_int_equal(redirected_write(HANDLE, block, sizeof block), BLOCK);
}

/* As the sampler does: a new file, written from here on. */
static void open_recording(const char *name)
{
    wd_output_expect(name);
    assert_int_equal(redirected_open(WD_OUTPUT_NAME, O_CREAT | O_RDWR | O_TRUNC, 0644), HANDLE);
}

static void *recorder(void *unused)
{
    wd_output_own_table(WD_TABLE_RECORDER);
    sem_post(&ready);
    write_blocks('r');
    sem_wait(&go);
    assert_int_equal(redirected_lseek(HANDLE, 0, SEEK_CUR), 2 * BLOCKS * BLOCK);
    assert_int_equal(redirected_pwrite(HANDLE, "head", 4, 0), 4);
    redirected_close(HANDLE);
    open_recording(second);
    write_blocks('r');
    sem_post(&ready);
    return unused;
}

/* Every block whole, and as many of either writer. */
static void assert_blocks(const char *name, size_t from, int each)
{
    FILE *f = fopen(name, "r");
    assert_non_null(f);
    char block[BLOCK];
    int host = 0, own = 0;
    for (size_t i = 0; fread(block, 1, BLOCK, f) == BLOCK; i++) {
        for (size_t k = i == 0 ? from : 0; k < BLOCK; k++)
            assert_int_equal(block[k], block[BLOCK - 1]);
        host += block[BLOCK - 1] == 'h';
        own += block[BLOCK - 1] == 'r';
    }
    fclose(f);
    assert_int_equal(host, each);
    assert_int_equal(own, each);
}

/* Of the calling thread's table: of the file, or of all below a directory. */
static int descriptors_of(const char *name)
{
    int n = 0;
    DIR *fds = opendir("/proc/thread-self/fd");
    for (struct dirent *e; (e = readdir(fds)) != NULL;) {
        char link[PATH_MAX] = "";
        n += readlinkat(dirfd(fds), e->d_name, link, sizeof link - 1) > 0 && strncmp(link, name, strlen(name)) == 0;
    }
    closedir(fds);
    return n;
}

static void one_recording_from_two_tables(void **state)
{
    (void)state;
    snprintf(first, sizeof first, "%s/first", scratch);
    snprintf(second, sizeof second, "%s/second", scratch);
    open_recording(first);
    pthread_t thread;
    pthread_create(&thread, NULL, recorder, NULL);
    sem_wait(&ready);
    write_blocks('h');
    while (redirected_lseek(HANDLE, 0, SEEK_CUR) < 2 * BLOCKS * BLOCK)
        usleep(1000);
    assert_int_equal(descriptors_of(first), 1);
    sem_post(&go);
    sem_wait(&ready);
    write_blocks('h');
    pthread_join(thread, NULL);
    assert_blocks(first, 4, BLOCKS);
    assert_blocks(second, 0, BLOCKS);
    assert_int_equal(descriptors_of(first), 0);
    assert_int_equal(descriptors_of(second), 1);
    wd_output_close();
    assert_int_equal(descriptors_of(second), 0);
}

/* As a server does that becomes a daemon; what it opens next may have the recording's number. */
static void the_host_closes_the_recording(void **state)
{
    (void)state;
    snprintf(first, sizeof first, "%s/first", scratch);
    open_recording(first);
    for (int taken = 0; taken <= 1; taken++) {
        int number = entries[WD_TABLE_HOST].fd;
        close(number);
        if (taken)
            assert_int_equal(dup2(STDOUT_FILENO, number), number);
        write_blocks('h');
        assert_int_equal(descriptors_of(first), 1);
        assert_int_equal(redirected_lseek(HANDLE, 0, SEEK_CUR), (taken + 1) * BLOCKS * BLOCK);
        if (taken)
            assert_int_equal(close(number), 0);
    }
    wd_output_close();
    assert_int_equal(descriptors_of(first), 0);
}

enum { TURNS = 100 };
static int most;

static void write_and_count(char letter)
{
    char text[] = { letter, 0 };
    assert_int_equal(redirected_write(HANDLE, text, 1), 1);
    int n = descriptors_of(scratch);
    most = n > most ? n : most;
}

static void *leave_the_table(void *unused)
{
    assert_int_equal(unshare(CLONE_FILES), 0);
    for (int i = 0; i < TURNS; i++) {
        sem_wait(&go);
        write_and_count('r');
        sem_post(&ready);
    }
    return unused;
}

/* Files come and go meanwhile; what the two tables open are not the same numbers. */
static void a_thread_of_the_host_may_leave_its_table(void **state)
{
    (void)state;
    char name[PATH_MAX];
    pthread_t thread;
    pthread_create(&thread, NULL, leave_the_table, NULL);
    for (int i = 0; i < TURNS; i++) {
        snprintf(name, sizeof name, "%s/%d", scratch, i);
        wd_table = WD_TABLE_RECORDER;
        open_recording(name);
        wd_table = WD_TABLE_HOST;
        write_and_count('h');
        sem_post(&go);
        sem_wait(&ready);
        write_and_count('h');
        assert_int_equal(redirected_lseek(HANDLE, 0, SEEK_CUR), 3);
    }
    pthread_join(thread, NULL);
    print_message("at most %d descriptors\n", most);
    assert_in_range(most, 1, STRAYS + 4);
}

/* A new recording, as large as files may be. Returns the limit that was before. */
static struct rlimit record_up_to_the_limit(void)
{
    struct rlimit before;
    snprintf(first, sizeof first, "%s/first", scratch);
    open_recording(first);
    write_blocks('h');
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ BLOCKS * BLOCK, before.rlim_max });
    return before;
}

static ssize_t write_more(void)
{
    return redirected_write(HANDLE, "more", 4);
}

static ssize_t place_more(void)
{
    return redirected_pwrite(HANDLE, "more", 4, BLOCKS * BLOCK);
}

static ssize_t lengthen(void)
{
    return redirected_ftruncate(HANDLE, BLOCKS * BLOCK + 1);
}

static void a_limit_on_files_does_not_end_the_host(void **state)
{
    (void)state;
    ssize_t (*const calls[])(void) = { write_more, place_more, lengthen };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct rlimit before = record_up_to_the_limit();
        errno = 0;
        ssize_t result = calls[i]();
        int why = errno;
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(result, -1);
        assert_int_equal(why, EFBIG);
        wd_output_close();
        unlink(first);
    }
}

static off_t size_of(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0 ? s.st_size : -1;
}

/* A later part would pass for what follows the gap, and a completed head for that of a whole file. */
static void a_cut_file_stays_as_it_is(void **state)
{
    (void)state;
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    struct rlimit before = record_up_to_the_limit();
    assert_int_equal(write_more(), -1);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(redirected_write(HANDLE, "later", 5), -1);
    assert_int_equal(redirected_pwrite(HANDLE, "head", 4, 0), -1);
    assert_int_equal(errno, EFBIG);
    assert_int_equal(wd_output_error(), EFBIG);
    assert_int_equal(wd_health_value(WD_HEALTH_RECORDING_LOST) - lost, 13);
    assert_int_equal(size_of(first), BLOCKS * BLOCK);
    FILE *f = fopen(first, "r");
    assert_int_equal(fgetc(f), 'h');
    fclose(f);
    wd_output_close();
}

/* A server that closes all descriptors and has gone where the recording is not to be found. */
static void what_cannot_be_opened_again_is_counted(void **state)
{
    (void)state;
    uint64_t lost = wd_health_value(WD_HEALTH_RECORDING_LOST);
    snprintf(first, sizeof first, "%s/first", scratch);
    snprintf(second, sizeof second, "%s/elsewhere", scratch);
    open_recording(first);
    assert_int_equal(wd_output_missed(), 0);
    assert_int_equal(close(entries[WD_TABLE_HOST].fd), 0);
    assert_int_equal(rename(first, second), 0);
    assert_int_equal(redirected_write(HANDLE, "lost", 4), -1);
    assert_int_equal(wd_output_missed(), ENOENT);
    assert_int_equal(redirected_pwrite(HANDLE, "head", 4, 0), -1);
    assert_int_equal(wd_health_value(WD_HEALTH_RECORDING_LOST) - lost, 8);
    close(creat(first, 0644)); /* another file of its name is not the recording */
    assert_int_equal(redirected_write(HANDLE, "lost", 4), -1);
    assert_int_equal(wd_output_missed(), ESTALE);
    assert_int_equal(size_of(first), 0);
    assert_int_equal(wd_output_error(), 0);
    assert_int_equal(rename(second, first), 0);
    write_blocks('h');
    assert_int_equal(size_of(first), BLOCKS * BLOCK);
    assert_int_equal(wd_health_value(WD_HEALTH_RECORDING_LOST) - lost, 12);
    wd_output_close();
}

/* What a server opens next is to be its standard input. */
static void the_first_three_numbers_are_the_hosts(void **state)
{
    (void)state;
    struct rlimit before, few;
    int input = dup(STDIN_FILENO);
    snprintf(first, sizeof first, "%s/first", scratch);
    getrlimit(RLIMIT_NOFILE, &before);
    few = (struct rlimit){ 64, before.rlim_max };
    setrlimit(RLIMIT_NOFILE, &few);
    close(STDIN_FILENO);
    open_recording(first);
    int number = entries[WD_TABLE_HOST].fd, next = open("/dev/null", O_RDONLY);
    wd_output_close();
    setrlimit(RLIMIT_NOFILE, &before);
    if (input >= 0) {
        dup2(input, STDIN_FILENO);
        close(input);
    }
    assert_true(number > STDERR_FILENO);
    assert_int_equal(next, STDIN_FILENO);
}

static volatile int came_back;

static void *write_cancelled(void *unused)
{
    pthread_cancel(pthread_self());
    redirected_write(HANDLE, "x", 1);
    came_back = 1;
    pthread_testcancel();
    return unused;
}

static void a_thread_is_not_cancelled_within_the_sampler(void **state)
{
    (void)state;
    void *result;
    snprintf(first, sizeof first, "%s/first", scratch);
    open_recording(first);
    pthread_t thread;
    pthread_create(&thread, NULL, write_cancelled, NULL);
    pthread_join(thread, &result);
    assert_true(came_back);
    assert_ptr_equal(result, PTHREAD_CANCELED);
    wd_output_close();
}

static int own;

static void *stay(void *complaint)
{
    own = wd_own_files_begin(WD_TABLE_RECORDER, (int[]){ -1, -1 });
    sem_post(&ready);
    sem_wait(&go);
    if (complaint)
        wd_diagnostics_tell(complaint);
    return NULL;
}

/* Who reads from a server waits for the end of what it writes. */
static void the_host_closes_its_files_for_good(void **state)
{
    (void)state;
    int ends[2];
    char byte;
    assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
    pthread_t thread;
    pthread_create(&thread, NULL, stay, NULL);
    sem_wait(&ready);
    if (!own)
        print_message("this kernel has no tables for threads\n");
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    sem_post(&go);
    pthread_join(thread, NULL);
    close(ends[0]);
}

static void complaints_reach_the_hosts_standard_error(void **state)
{
    (void)state;
    int ends[2], before = dup(STDERR_FILENO);
    char text[16] = "";
    pthread_t thread;
    pthread_create(&thread, NULL, stay, (void *)"the disk\n");
    sem_wait(&ready);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0); /* as under systemd */
    dup2(ends[1], STDERR_FILENO);
    wd_diagnostics_begin();
    close(ends[1]);
    sem_post(&go);
    pthread_join(thread, NULL);
    dup2(before, STDERR_FILENO);
    close(before);
    assert_int_equal(read(ends[0], text, sizeof text - 1), 9);
    assert_string_equal(text, "the disk\n");
    assert_int_equal(read(ends[0], text, 1), 0); /* and nobody keeps it */
    close(ends[0]);
}

/* What a complaint leaves in a file that has the number of standard error. */
static off_t complaint_in(int flags)
{
    char name[PATH_MAX];
    int before = dup(STDERR_FILENO);
    snprintf(name, sizeof name, "%s/file-%x", scratch, (unsigned)flags);
    int fd = open(name, O_CREAT | O_RDWR | flags, 0644);
    dup2(fd, STDERR_FILENO);
    wd_diagnostics_tell("the disk\n");
    off_t size = lseek(fd, 0, SEEK_END);
    dup2(before, STDERR_FILENO);
    close(before);
    close(fd);
    return size;
}

/* A daemon that has closed its standard error may open its data under that number. */
static void complaints_do_not_go_to_the_hosts_data(void **state)
{
    (void)state;
    int ends[2], before = dup(STDERR_FILENO);
    char byte;
    wd_diagnostics_begin();
    assert_int_equal(complaint_in(0), 0);
    assert_int_equal(complaint_in(O_APPEND), 9); /* a log */
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    dup2(ends[1], STDERR_FILENO);
    wd_diagnostics_tell("the disk\n");
    dup2(before, STDERR_FILENO);
    assert_int_equal(read(ends[0], &byte, 1), -1);
    close(before);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    sem_init(&ready, 0, 0);
    sem_init(&go, 0, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_recording_from_two_tables, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_host_closes_the_recording, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(a_limit_on_files_does_not_end_the_host, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(a_cut_file_stays_as_it_is, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(what_cannot_be_opened_again_is_counted, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(the_first_three_numbers_are_the_hosts, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(a_thread_is_not_cancelled_within_the_sampler, make_scratch, remove_scratch),
        cmocka_unit_test_setup_teardown(a_thread_of_the_host_may_leave_its_table, make_scratch, remove_scratch),
        cmocka_unit_test(the_host_closes_its_files_for_good),
        cmocka_unit_test(complaints_reach_the_hosts_standard_error),
        cmocka_unit_test_setup_teardown(complaints_do_not_go_to_the_hosts_data, make_scratch, remove_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
