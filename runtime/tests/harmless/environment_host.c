/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that has its environment where nobody can read it, for environment.py: PostgreSQL moves its own while it
 * starts, and who reads it then finds memory that is no longer there.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

enum { FILES_MS = 3000, CHILD_MS = 300 };

/* The lowest page is nobody's. */
static char **const unreadable = (char **)8;

static int child(void)
{
    burn_ms(CHILD_MS);
    return 0;
}

int main(void)
{
    char **readable = environ;
    int status = 0;
    environ = unreadable;
    void *library = dlopen("libz.so.1", RTLD_NOW); /* symbols that are still to be looked for */
    burn_ms(FILES_MS);
    pid_t pid = fork();
    if (pid == 0)
        _exit(child());
    waitpid(pid, &status, 0);
    environ = readable;
    printf("library %d, child %d\n", library != NULL, status);
    return 0;
}
