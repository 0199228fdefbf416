/* SPDX-License-Identifier: Apache-2.0 */
/* A host that ends without destructors, for at_once.py: by quick_exit (quick), or as the parent of a daemon, which then
 * works on (daemon; stays: it keeps its directory and its streams). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "burn.h"

enum { BURN = 240, STATUS = 5 };

static void say(void)
{
    dprintf(STDOUT_FILENO, "a handler of quick_exit\n");
}

static int is_null(int fd)
{
    struct stat of_fd, of_null;
    return fstat(fd, &of_fd) == 0 && stat("/dev/null", &of_null) == 0 && of_fd.st_rdev == of_null.st_rdev &&
           of_fd.st_ino == of_null.st_ino;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    char where[64] = "?";
    int stays = strcmp(how, "stays") == 0, out = dup(STDOUT_FILENO);
    if (chdir("/tmp") != 0)
        return 2;
    burn_ms(BURN);
    if (strcmp(how, "quick") == 0) {
        at_quick_exit(say);
        quick_exit(STATUS);
    }
    pid_t parent = getpid();
    int result = daemon(stays, stays);
    burn_ms(BURN);
    dprintf(out, "%d, another process: %d, a session of its own: %d, in %s, null: %d %d %d, lowest free: %d\n", result,
            getpid() != parent, getsid(0) == getpid(), getcwd(where, sizeof where), is_null(0), is_null(1), is_null(2),
            dup(out));
    return 0;
}
