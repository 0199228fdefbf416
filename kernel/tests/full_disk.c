/* SPDX-License-Identifier: Apache-2.0 */
/*
 * full_disk.c FILE: a disk that is full for a while, by a limit of a file's length. Says what is wrong with the file of
 * intervals that was written meanwhile, and ends with how much that is.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "interval_file.h"

#define LIMIT 300000 /* some blocks, and a part of one */
#define HEAD 32
#define BLOCK_HEAD 48

static int wrong;

static void expect(int is, const char *what)
{
    wrong += !is;
    if (!is)
        printf("not so: %s\n", what);
}

static void limit(rlim_t bytes)
{
    struct rlimit soft = { bytes, RLIM_INFINITY };
    setrlimit(RLIMIT_FSIZE, &soft);
}

static void add(uint64_t n)
{
    static uint64_t now = 1000000000;
    for (uint64_t i = 0; i < n; i++, now += 100000) {
        struct wd_interval interval = { .blocked = now, .woken = now + 50000, .running = now + 60000, .ran = 40000 };
        wd_intervals_add(&interval, 1, 0);
    }
}

/* Returns how many bytes at the end are no sound block. */
static long torn(const char *bytes, long size)
{
    long at = HEAD;
    while (at + BLOCK_HEAD <= size && memcmp(bytes + at, "WDWB", 4) == 0) {
        uint32_t length;
        memcpy(&length, bytes + at + 8, sizeof length);
        if (at + BLOCK_HEAD + (long)length > size)
            break;
        at += BLOCK_HEAD + (long)length;
    }
    return size - at;
}

static void read_again(const char *path)
{
    static char bytes[4 * LIMIT];
    FILE *in = fopen(path, "re");
    long size = in ? (long)fread(bytes, 1, sizeof bytes, in) : 0;
    if (in)
        fclose(in);
    expect(size > LIMIT, "what came later is in the file");
    expect(torn(bytes, size) == 0, "there are whole blocks from its beginning to its end");
    expect(memmem(bytes, (size_t)size, "defined_meanwhile", 17) != NULL, "names wait until they can be written");
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    signal(SIGXFSZ, SIG_IGN);
    expect(wd_intervals_open(argv[1]) == NULL, "the file is made");
    limit(LIMIT);
    while (wd_intervals_lost() == 0)
        add(100);
    wd_intervals_define_name(1, "defined_meanwhile");
    wd_intervals_flush();
    limit(RLIM_INFINITY);
    add(10000);
    wd_intervals_close();
    expect(wd_intervals_lost() < LIMIT, "only what came meanwhile is lost");
    read_again(argv[1]);
    return wrong;
}
