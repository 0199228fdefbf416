/* SPDX-License-Identifier: Apache-2.0 */
/* A host that makes calls which only a process of one thread may make, for namespaces.py. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "burn.h"

enum { PHASE_MS = 400 };

static void tell(const char *call, int result)
{
    printf("%s: %s\n", call, result == 0 ? "done" : strerror(errno));
}

int main(void)
{
    burn_ms(PHASE_MS);
    int fd = open("/proc/self/ns/mnt", O_RDONLY);
    tell("setns", setns(fd, CLONE_NEWNS));
    close(fd);
    burn_ms(PHASE_MS);
    tell("unshare", unshare(CLONE_NEWUSER));
    burn_ms(PHASE_MS);
    tell("a bad flag", unshare(1));
    tell("a bad descriptor", setns(-1, 0));
    burn_ms(PHASE_MS);
    return 0;
}
