/* SPDX-License-Identifier: Apache-2.0 */
/*
 * planted.c: a server with its bottleneck at a known place and some other work beside
 * it. Arguments: the place, seconds, a directory on a disk, and for
 * `connect` the port of a listener that accepts slowly. Each place has a function of
 * its name's: computes, allocates, saves, looks_up, connects.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FILE_BYTES (64 << 20)
#define READ_BYTES 4096
#define CLIENTS 5

static char path[4096];
static int file = -1, port;
static volatile long sink;

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

/* What computes has its share on a busy machine as well. */
static double used(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

__attribute__((noinline)) static void spin(double seconds)
{
    for (double end = used() + seconds; used() < end;)
        for (int i = 0; i < 2000; i++)
            sink += i;
}

__attribute__((noinline)) static void computes(double seconds)
{
    for (double end = used() + seconds; used() < end;)
        for (int i = 0; i < 200000; i++)
            sink += i;
}

/* More pieces than a thread keeps for itself; pieces of this size are given back without the lock. */
__attribute__((noinline)) static void allocates(double seconds)
{
    static __thread void *piece[1000];
    for (double end = now() + seconds; now() < end;) {
        for (int i = 0; i < 1000; i++)
            piece[i] = malloc(64);
        for (int i = 0; i < 1000; i++)
            free(piece[i]);
    }
}

__attribute__((noinline)) static void saves(double seconds)
{
    static char record[READ_BYTES];
    for (double end = now() + seconds; now() < end;)
        if (write(file, record, sizeof record) != (ssize_t)sizeof record || fsync(file) != 0)
            die("fsync");
}

__attribute__((noinline)) static void looks_up(double seconds)
{
    static char page[READ_BYTES];
    for (double end = now() + seconds; now() < end;) {
        if (posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0)
            die("posix_fadvise");
        for (int i = 0; i < 64; i++)
            if (pread(file, page, sizeof page, lrand48() % (FILE_BYTES / READ_BYTES) * READ_BYTES) != READ_BYTES)
                die("pread");
    }
}

__attribute__((noinline)) static void connects(double seconds)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (double end = now() + seconds; now() < end;) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
            die("connect");
        close(fd);
    }
}

/* What is not the bottleneck: each a small part of a turn. */
__attribute__((noinline)) static void parses(double seconds)
{
    spin(seconds);
}

__attribute__((noinline)) static void renders(double seconds)
{
    spin(seconds);
}

__attribute__((noinline)) static void pauses(double seconds)
{
    nanosleep(&(struct timespec){ 0, (long)(seconds * 1e9) }, NULL);
}

static void (*bottleneck)(double);

/* A turn of 50 ms: 70% of it, or more where one call lasts longer, is the bottleneck's. A pause lasts longer on a busy
 * machine, so that there are few. */
__attribute__((noinline)) static void serves(double until)
{
    for (int turn = 0; now() < until; turn++) {
        parses(0.007);
        bottleneck(0.035);
        renders(0.007);
        if (turn % 10 == 0)
            pauses(0.01);
    }
}

static double end_of_run;
static pthread_barrier_t all_began;

static void *client(void *unused)
{
    free(malloc(64)); /* a thread's own store of pieces is made under the lock as well */
    pthread_barrier_wait(&all_began);
    serves(end_of_run);
    return unused;
}

/* Asks malloc for its statistics all the time: it holds the arena's lock while it looks at every free piece. */
static void takes_statistics(void)
{
    while (now() < end_of_run)
        sink += (long)mallinfo2().fordblks;
}

static void fragment(void)
{
    enum { PIECES = 200000 };
    static void *piece[PIECES];
    mallopt(M_ARENA_MAX, 1);
    for (int i = 0; i < PIECES; i++)
        piece[i] = malloc(1500);
    for (int i = 0; i < PIECES; i += 2)
        free(piece[i]);
}

static void start_clients(void)
{
    pthread_t thread;
    pthread_barrier_init(&all_began, NULL, CLIENTS + 1);
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&thread, NULL, client, NULL) != 0)
            die("pthread_create");
    pthread_barrier_wait(&all_began);
}

static void make_file(const char *directory, size_t bytes)
{
    static char block[1 << 20];
    snprintf(path, sizeof path, "%s/planted-%d", directory, (int)getpid());
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    unlink(path);
    for (size_t done = 0; file >= 0 && done < bytes; done += sizeof block)
        if (write(file, block, sizeof block) != (ssize_t)sizeof block)
            die(path);
    if (file < 0 || fsync(file) != 0)
        die(path);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(double);
    } places[] = {
        { "loop", computes }, { "malloc", allocates }, { "fsync", saves }, { "read", looks_up }, { "connect", connects }
    };
    for (size_t i = 0; argc >= 4 && i < sizeof places / sizeof *places; i++)
        if (strcmp(argv[1], places[i].name) == 0)
            bottleneck = places[i].function;
    if (!bottleneck)
        return 2;
    port = argc > 4 ? atoi(argv[4]) : 0;
    if (bottleneck == saves || bottleneck == looks_up)
        make_file(argv[3], bottleneck == looks_up ? FILE_BYTES : 0);
    if (bottleneck == allocates)
        fragment();
    end_of_run = now() + atof(argv[2]);
    if (bottleneck == allocates) {
        start_clients();
        takes_statistics();
    } else {
        serves(end_of_run);
    }
    exit(0); /* without the others */
}
