/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preloads.c: linked statically, it looks for what LD_PRELOAD names as the loader of another libc does, which takes
 * each name as it is. Prints how many of the files there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    char *names = getenv("LD_PRELOAD");
    int found = 0;
    for (char *name = names ? strtok(names, ": ") : NULL; name; name = strtok(NULL, ": "))
        found += access(name, F_OK) == 0;
    printf("%d of %s\n", found, names ? "some" : "none");
    return 0;
}
