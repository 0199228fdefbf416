/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/perf_events.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>

#include "own_files/high_descriptor.h"
#include "sandbox/needs.h"
#include "system/syscalls.h"

enum { NUMBERS = 1 << 16, BITS = 64 };

static uint64_t events[NUMBERS / BITS]; /* atomic; the numbers that were events' when they were opened */

static uint64_t bit(int fd)
{
    return (uint64_t)1 << fd % BITS;
}

/* What is open under the number is asked for what only a perf event has. */
static int is_event(int fd)
{
    uint64_t id;
    int saved = errno, is = (int)syscall(SYS_ioctl, fd, PERF_EVENT_IOC_ID, &id) == 0;
    errno = saved;
    return is;
}

long wd_perf_events_open(const long arguments[5])
{
    const long *a = arguments;
    long fd = syscall(SYS_perf_event_open, a[0], a[1], a[2], a[3], a[4]);
    if (fd < 0)
        return fd;
    wd_sandbox_events();
    int saved = errno;
    fd = wd_high_descriptor((int)fd);
    if (fd < NUMBERS)
        __atomic_or_fetch(&events[fd / BITS], bit((int)fd), __ATOMIC_RELAXED);
    errno = saved;
    return fd;
}

int wd_perf_events_close(int fd)
{
    int was =
        fd >= 0 && fd < NUMBERS && (__atomic_fetch_and(&events[fd / BITS], ~bit(fd), __ATOMIC_RELAXED) & bit(fd)) != 0;
    return was && !is_event(fd) ? 0 : wd_sys_close(fd);
}
