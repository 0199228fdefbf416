/* SPDX-License-Identifier: Apache-2.0 */
/* A small program that works under contexts, forks, starts another program and loads a library; for processes.sh. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "whodunit.h"
#include "whodunit_event.h"

static volatile unsigned long burnt;

static void burn(unsigned long rounds)
{
    for (unsigned long i = 0; i < rounds; i++)
        burnt += i;
}

/* The recorder's thread opens and closes files of its own meanwhile, which have the same numbers as the host's. */
static int carries_on(void)
{
    enum { FIRST = 3, LAST = 20 };
    whodunit_context carried = whodunit_current();
    for (int fd = FIRST; fd <= LAST; fd++)
        whodunit_event_carry(fd);
    for (int i = 0; i < 25; i++) { /* files of a process that only waits are not followed by others */
        usleep(100000);
        burn(1000000);
    }
    for (int fd = FIRST; fd <= LAST; fd++) {
        whodunit_attach(WHODUNIT_ROOT);
        whodunit_event_next_request(fd);
        if (whodunit_current() != carried)
            return 0;
    }
    return 1;
}

/* As a server that becomes a daemon, in a place from where the recording is not to be found. */
static int close_all(const char *recording, const char *elsewhere)
{
    for (int fd = STDERR_FILENO + 1; fd < 1024; fd++)
        close(fd);
    return rename(recording, elsewhere);
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 50000000;
    const char *what = argc > 1 ? argv[1] : "work";
    whodunit_context previous = whodunit_begin("Parent");
    if (strcmp(what, "garbage") == 0)
        whodunit_attach(0xdeadbeef);
    if (strcmp(what, "carries") == 0 && !carries_on())
        return 1;
    if (strcmp(what, "close") == 0 && close_all(argv[3], argv[4]) != 0)
        return 1;
    if (strcmp(what, "waits") == 0)
        usleep(4500000);
    if (strcmp(what, "plugin") == 0)
        dlopen(argv[3], RTLD_NOW);
    burn(rounds);
    if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            whodunit_begin("Child");
            burn(rounds);
            execl(argv[0], argv[0], "work", (char *)NULL);
            _exit(127);
        }
        int status;
        waitpid(child, &status, 0);
        if (status != 0)
            return 1;
    }
    burn(rounds);
    whodunit_end(previous);
    puts("done");
    return 0;
}
