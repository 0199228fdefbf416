/* SPDX-License-Identifier: Apache-2.0 */
/* A host that was started with limits on its memory, for memory_limits.py: it changes them, and says what that does. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

static void show(const char *what, int resource, int result)
{
    struct rlimit now, other;
    const char *error = result == 0 ? "ok" : strerror(errno);
    getrlimit(resource, &now);
    prlimit(0, resource, NULL, &other);
    printf("%s: %s, %ju %ju, %ju %ju\n", what, error, (uintmax_t)now.rlim_cur, (uintmax_t)now.rlim_max,
           (uintmax_t)other.rlim_cur, (uintmax_t)other.rlim_max);
    fflush(stdout);
}

static void change(const char *what, int resource, rlim_t soft, rlim_t hard)
{
    show(what, resource, setrlimit(resource, &(struct rlimit){ soft, hard }));
}

static void limit(int resource)
{
    struct rlimit l;
    getrlimit(resource, &l);
    show("started", resource, 0);
    change("softly all", resource, l.rlim_max, l.rlim_max);
    change("softly half", resource, l.rlim_max / 2, l.rlim_max);
    change("hard", resource, l.rlim_max / 4 * 3, l.rlim_max / 4 * 3);
    change("hard as it was", resource, l.rlim_max / 4 * 3, l.rlim_max);
    change("too soft", resource, l.rlim_max, l.rlim_max / 2);
}

/* A program that a child of vfork executes has the limits that this has set, and the parent its own. */
static void limit_child(char *self)
{
    struct rlimit l;
    int status;
    getrlimit(RLIMIT_AS, &l);
    l.rlim_cur = l.rlim_max / 2;
    pid_t child = vfork();
    if (child == 0) {
        setrlimit(RLIMIT_AS, &l);
        execle(self, self, "said", (char *)0, (char *[]){ NULL });
        _exit(1);
    }
    waitpid(child, &status, 0);
    show("parent", RLIMIT_AS, status);
}

extern char **environ;

/* As a server that keeps what it has been told in an environment of its own. */
static void copy_environment(void)
{
    char **copy = calloc(1000, sizeof *copy);
    for (int i = 0; i < 999 && environ[i]; i++)
        copy[i] = strdup(environ[i]);
    environ = copy;
}

/* Programs that are executed have the limits that this process knows, and so have those that they execute. */
static void execute(char *self)
{
    char command[4096], *arguments[] = { self, "spawned", "again", NULL };
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execl(self, self, "executed", "again", (char *)0);
        _exit(1);
    }
    waitpid(child, &status, 0);
    if (posix_spawn(&child, self, NULL, NULL, arguments, environ) == 0)
        waitpid(child, &status, 0);
    snprintf(command, sizeof command, "ulimit -v; ulimit -Hd; '%s' 'by a shell'; ulimit -Sv 2000000; '%s' limited",
             self, self);
    if (system(command) != 0)
        puts("no shell");
}

int main(int argc, char **argv)
{
    int passed = getenv("WHODUNIT_LIMITS") != NULL;
    if (argc > 1) {
        show(argv[1], RLIMIT_AS, 0);
        if (passed)
            show(argv[1], RLIMIT_DATA, 0);
        if (argc > 2)
            execl(argv[0], argv[0], argv[2], (char *)0);
    } else {
        burn_ms(240);
        limit_child(argv[0]);
        if (passed)
            execute(argv[0]);
        if (getenv("COPIES"))
            copy_environment();
        limit(RLIMIT_AS);
        limit(RLIMIT_DATA);
        if (passed)
            execute(argv[0]);
    }
    return 0;
}
