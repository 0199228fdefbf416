/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waits and works for times that it measures itself, under a transaction type for each
 * kind, and tells them: "type waited-ms unknown-ms cpu-ms"; of the type lock also
 * "lock-call", what its calls for the lock alone were. Arguments: a directory on a
 * disk; "ever": does so for ever; "exec": then becomes another program.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "whodunit.h"

#define TURNS 25
#define WAIT_NS 12000000
#define BLOCK (4 << 20)
#define AROUND (128 << 10)

/* Times in ms. */
struct account {
    double waited, unknown, used;
};

static struct account lock_calls;
static int socket_ends[2], pipe_ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char directory[4096];
static char *block;
static const volatile char *mapped;
static int file;

static double ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static long times_put_off(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

/* What a call lasted and has not used is a wait, if nobody else was let run instead: then it is not known. */
static void measure(struct account *account, void (*work)(void))
{
    long put_off = times_put_off();
    double began = ms(CLOCK_MONOTONIC), cpu = ms(CLOCK_THREAD_CPUTIME_ID);
    work();
    cpu = ms(CLOCK_THREAD_CPUTIME_ID) - cpu;
    double length = ms(CLOCK_MONOTONIC) - began - cpu;
    *(times_put_off() == put_off ? &account->waited : &account->unknown) += length;
    account->used += cpu;
}

static void tell(const char *what, const struct account *account)
{
    printf("%s %.3f %.3f %.3f\n", what, account->waited, account->unknown, account->used);
}

static void rest(void)
{
    struct timespec left = { 0, WAIT_NS };
    while (nanosleep(&left, &left) != 0)
        ;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

/* Lets main wait for each turn: for a byte, or for the lock. */
static void *other(void *kind)
{
    for (int i = 0; i < TURNS; i++) {
        int turn[2] = { socket_ends[1], pipe_ends[1] };
        if (kind == &lock) {
            pthread_mutex_lock(&lock);
            if (write(pipe_ends[1], "l", 1) != 1)
                die("write");
            rest();
            pthread_mutex_unlock(&lock);
            rest();
        } else {
            rest();
            if (write(kind == socket_ends ? turn[0] : turn[1], "x", 1) != 1)
                die("write");
        }
    }
    return NULL;
}

static void reads_from(int fd)
{
    char byte;
    if (read(fd, &byte, 1) != 1)
        die("read");
}

static void reads_socket(void)
{
    reads_from(socket_ends[0]);
}

static void reads_pipe(void)
{
    reads_from(pipe_ends[0]);
}

static void lock_it(void)
{
    pthread_mutex_lock(&lock);
}

static void takes_lock(void)
{
    reads_from(pipe_ends[0]);
    measure(&lock_calls, lock_it);
    pthread_mutex_unlock(&lock);
}

static void open_file(void)
{
    char name[5000];
    block = aligned_alloc(4096, BLOCK);
    memset(block, 1, BLOCK);
    snprintf(name, sizeof name, "%s/data-%d", directory, (int)getpid());
    file = open(name, O_RDWR | O_CREAT | O_DIRECT, 0600);
    for (int i = 0; i < TURNS; i++)
        if (file < 0 || pwrite(file, block, BLOCK, (off_t)i * BLOCK) != BLOCK)
            die(name);
    mapped = mmap(NULL, (size_t)TURNS * BLOCK, PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        die("mmap");
    unlink(name);
}

static void reads_disk(void)
{
    static int i;
    if (pread(file, block, BLOCK, (off_t)(i++ % TURNS) * BLOCK) != BLOCK)
        die("pread");
}

/* Page faults, each of which has the kernel read what is around. */
static void touches(void)
{
    static int i;
    const volatile char *at = mapped + (size_t)(i++ % TURNS) * BLOCK;
    for (size_t around = AROUND / 2; around < BLOCK; around += AROUND)
        (void)at[around];
}

static void works(void)
{
    volatile long sum = 0;
    for (double end = ms(CLOCK_THREAD_CPUTIME_ID) + 16; ms(CLOCK_THREAD_CPUTIME_ID) < end;)
        for (int i = 0; i < 10000; i++)
            sum += i;
}

static int is_recorded(void)
{
    char pattern[4200];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*-0.jfr", getenv("WHODUNIT_DIR"));
    int none = glob(pattern, 0, NULL, &found);
    globfree(&found);
    return !none;
}

/* The kernel side knows the process before the recorder ends its first file, which it does if that has samples. */
static void settle(void)
{
    while (!is_recorded()) {
        rest();
        works();
    }
}

static void works_in_kernel(void)
{
    static int zeros = -1;
    if (zeros < 0)
        zeros = open("/dev/zero", O_RDONLY);
    for (double end = ms(CLOCK_THREAD_CPUTIME_ID) + 16; ms(CLOCK_THREAD_CPUTIME_ID) < end;)
        for (int i = 0; i < 10; i++)
            if (read(zeros, block, BLOCK) != BLOCK)
                die("/dev/zero");
}

static void turn(const char *type, void (*work)(void), void *others)
{
    pthread_t thread;
    struct account account = { 0 };
    if (others && pthread_create(&thread, NULL, other, others) != 0)
        die("pthread_create");
    whodunit_context before = whodunit_begin(type);
    for (int i = 0; i < TURNS; i++)
        measure(&account, work);
    whodunit_end(before);
    tell(type, &account);
    fflush(stdout);
    if (others)
        pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    snprintf(directory, sizeof directory, "%s", argc > 1 ? argv[1] : ".");
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, socket_ends) != 0 || pipe(pipe_ends) != 0)
        die("socketpair");
    settle();
    open_file();
    do {
        turn("sleep", rest, NULL);
        turn("disk", reads_disk, NULL);
        turn("fault", touches, NULL);
        turn("socket", reads_socket, socket_ends);
        turn("pipe", reads_pipe, pipe_ends);
        turn("lock", takes_lock, &lock);
        tell("lock-call", &lock_calls);
        turn("user", works, NULL);
        turn("kernel", works_in_kernel, NULL);
    } while (argc > 2 && strcmp(argv[2], "exec") != 0);
    if (argc > 2) { /* another program in this process, which knows nothing of our signal */
        unsetenv("LD_PRELOAD");
        execl("/bin/sh", "sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done", NULL);
    }
    return 0;
}
