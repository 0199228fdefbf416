/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that has few descriptors, for lowest.py: its children close all of them, as daemons do, work, and expect
 * the lowest numbers for what they open then.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

enum { CHILDREN = 5, DESCRIPTORS = 16, OPENED = 8 };

/* The first number that is another, or as many as are opened. */
static int open_files(void)
{
    int n = 0;
    closefrom(0);
    burn_ms(20);
    while (n < OPENED && open("/dev/null", O_RDWR) == n)
        n++;
    return n;
}

int main(void)
{
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){ DESCRIPTORS, DESCRIPTORS });
    burn_ms(50);
    for (int i = 0; i < CHILDREN; i++) {
        int status = 0;
        if (fork() == 0)
            _exit(open_files());
        wait(&status);
        printf("%d\n", WEXITSTATUS(status));
    }
    return 0;
}
