/* SPDX-License-Identifier: Apache-2.0 */
#include "own_files/high_descriptor.h"

#include "system/syscalls.h"

#define HIGH 512 /* servers have plans for the low ones */

/* Where the limit is lower, near it: who looks for the lowest free number, as daemons do that close all, is to find it.
 * The limit is found by trying, as a sandbox may refuse to tell it. */
static int copy(int fd)
{
    int high = -1;
    for (int lowest = HIGH; high < 0 && lowest > STDERR_FILENO; lowest -= lowest / 16 + 1)
        high = wd_sys_fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    return high;
}

int wd_high_descriptor(int fd)
{
    int high = fd < 0 ? -1 : copy(fd);
    if (high < 0)
        return fd;
    wd_sys_close(fd);
    return high;
}
