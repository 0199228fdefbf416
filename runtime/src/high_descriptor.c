/* SPDX-License-Identifier: Apache-2.0 */
#include "high_descriptor.h"

#include "syscalls.h"

#define HIGH 512 /* servers have plans for the low ones */

/* Who looks for the lowest free number, as daemons do that close all, is to find it. */
static int near_limit(int fd)
{
    struct rlimit limit;
    int high = -1;
    if (wd_sys_getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return -1;
    int top = limit.rlim_cur < HIGH ? (int)limit.rlim_cur : HIGH;
    for (int below = 1; high < 0 && below < top - STDERR_FILENO; below *= 2)
        high = wd_sys_fcntl(fd, F_DUPFD_CLOEXEC, top - below);
    return high;
}

int wd_high_descriptor(int fd)
{
    int high = fd < 0 ? -1 : wd_sys_fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
    if (high < 0 && fd >= 0)
        high = near_limit(fd);
    if (high < 0 && fd >= 0)
        high = wd_sys_fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (high < 0)
        return fd;
    wd_sys_close(fd);
    return high;
}
