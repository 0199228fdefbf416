/* A small program that works under contexts, forks and starts another program; for processes.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "whodunit.h"

static volatile unsigned long burnt;

static void burn(unsigned long rounds)
{
    for (unsigned long i = 0; i < rounds; i++)
        burnt += i;
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 50000000;
    const char *what = argc > 1 ? argv[1] : "work";
    whodunit_context previous = whodunit_begin("Parent");
    if (strcmp(what, "garbage") == 0)
        whodunit_attach(0xdeadbeef);
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
