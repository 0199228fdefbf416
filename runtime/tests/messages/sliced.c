/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sends, and forks, where a library has put something else in the place of its callers' frames, as greenlet does: only
 * what it has called is on the stack.
 *
 *     sliced          prints a line if it comes back
 */
#include <sys/socket.h>
#include <sys/wait.h>

#include "recorded.h"

#define FRAMES 65536 /* of those that call the library; more than it overwrites */

void sliced_run(void (*call)(void)); /* sliced_library.c */

static int pair[2];

static void send_and_fork(void)
{
    int status;
    must(write(pair[0], "x", 1) == 1, "write");
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    must(child > 0 && waitpid(child, &status, 0) == child && status == 0, "fork");
}

int main(void)
{
    volatile char frames[FRAMES];
    frames[0] = frames[FRAMES - 1] = 0;
    be_recorded();
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "socketpair");
    uint32_t before = begin("sliced");
    sliced_run(send_and_fork);
    end(before);
    puts("came back");
    return frames[0];
}
