/* SPDX-License-Identifier: Apache-2.0 */
/* Opens libraries deeply bound, and others that are found by who calls dlopen. Says what no recording may change on
 * stdout, and in the file that is the third argument which library the deeply bound ones have functions of.
 * Arguments: the libraries OPENED and CALLER, that file. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "open_or_end.h"

static const char *home_of(void *function)
{
    Dl_info info;
    const char *name = dladdr(function, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
    return name ? name + 1 : "?";
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    void *caller = open_or_end(argv[2], RTLD_NOW);
    int (*inner_found)(int);
    *(void **)&inner_found = dlsym(caller, "inner_found");
    printf("found by the caller's RUNPATH: %d, and deeply bound: %d\n", inner_found(RTLD_NOW),
           inner_found(RTLD_NOW | RTLD_DEEPBIND));
    printf("not there: %d\n", dlopen("/nowhere/deep.so", RTLD_NOW | RTLD_DEEPBIND) == NULL);
    printf("the program: %d\n", dlopen(NULL, RTLD_NOW | RTLD_DEEPBIND) != NULL);

    void *opened = open_or_end(argv[1], RTLD_LAZY | RTLD_DEEPBIND);
    void *(*address_of_write)(void), *(*needed_address_of_read)(void);
    int (*own_splice)(void);
    long (*say)(const char *, size_t);
    *(void **)&address_of_write = dlsym(opened, "address_of_write");
    *(void **)&needed_address_of_read = dlsym(opened, "needed_address_of_read");
    *(void **)&own_splice = dlsym(opened, "own_splice");
    *(void **)&say = dlsym(opened, "say");
    printf("its own splice: %d\n", own_splice());
    fflush(stdout);
    say("it can write\n", 13);
    FILE *homes = fopen(argv[3], "w");
    if (!homes)
        return 2;
    fprintf(homes, "%s %s", home_of(address_of_write()), home_of(needed_address_of_read()));
    return fclose(homes);
}
