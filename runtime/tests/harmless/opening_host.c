/* SPDX-License-Identifier: Apache-2.0 */
/* Opens libraries by their paths, again and again. Says what no recording may change on stdout, and in the file that is
 * the third argument how often this thread can have read /proc/self/maps, as the sampler does to find libraries.
 * Arguments: the libraries OPENED and CALLER of deep_bound_library.c, that file. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "open_or_end.h"

/* Bytes that this thread has read, from files and from the kernel. */
static long bytes_read(void)
{
    long n = -1;
    FILE *file = fopen("/proc/thread-self/io", "r");
    if (!file || fscanf(file, "rchar: %ld", &n) != 1)
        exit(2);
    fclose(file);
    return n;
}

static long bytes_of_maps(void)
{
    char some[4096];
    long n = 0;
    FILE *file = fopen("/proc/self/maps", "r");
    for (size_t got; file && (got = fread(some, 1, sizeof some, file)) > 0;)
        n += (long)got;
    if (file)
        fclose(file);
    return n > 0 ? n : 1;
}

/* How often the list of all mappings can have been read since the last call. */
static long reads_since(void)
{
    static long before;
    long size = bytes_of_maps(), read = bytes_read() - size - before;
    before = bytes_read();
    return (read + size / 2) / size;
}

static void *open_caller(const char *file)
{
    void *caller = open_or_end(file, RTLD_NOW);
    int (*inner_found)(int);
    *(void **)&inner_found = dlsym(caller, "inner_found");
    printf("found by the caller's RUNPATH: %d\n", inner_found(RTLD_NOW | RTLD_NOLOAD) + inner_found(RTLD_NOW));
    return caller;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    FILE *file = fopen(argv[3], "w");
    if (!file)
        return 2;
    reads_since();
    open_or_end(argv[1], RTLD_NOW);
    fprintf(file, "new, with another: %ld\n", reads_since());
    dlclose(open_or_end(argv[1], RTLD_NOW));
    open_or_end(argv[1], RTLD_NOW | RTLD_NOLOAD);
    fprintf(file, "there already: %ld\n", reads_since());
    void *caller = open_caller(argv[2]);
    fprintf(file, "new: %ld\n", reads_since());
    printf("not there: %d, said: %d\n", dlopen("/nowhere/any.so", RTLD_NOW) == NULL, dlerror() != NULL);
    dlclose(caller);
    printf("gone: %d\n", dlopen(argv[2], RTLD_NOW | RTLD_NOLOAD) == NULL);
    fprintf(file, "not there: %ld\n", reads_since());
    open_caller(argv[2]);
    fprintf(file, "new again: %ld\n", reads_since());
    return fclose(file);
}
