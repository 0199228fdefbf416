/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/async/inherited.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "imports/got_patch.h"
#include "memory/fork_state.h"

static enum { OWN, INHERITED, STOPPING } state WD_FORK_STATE;
static int threads;       /* that may be started */
static int disabled = -1; /* the inherited perf event that is about to be closed */

static struct {
    long (*syscall)(long number, ...);
    int (*close)(int fd);
    int (*ioctl)(int fd, unsigned long request, ...);
    int (*munmap)(void *address, size_t length);
    int (*pthread_join)(pthread_t thread, void **result);
    int (*pthread_kill)(pthread_t thread, int signal);
    int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
} before;

static long redirected_syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (state == STOPPING && number == SYS_timer_delete)
        return 0; /* the host may have one of that number */
    if (state == INHERITED && (number == SYS_timer_create || number == SYS_perf_event_open)) {
        errno = EAGAIN;
        return -1;
    }
    return before.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* The host may have closed it, and have another file under its number. */
static int is_perf_event(int fd)
{
    static const char name[] = "anon_inode:[perf_event]";
    char link[32] = "/proc/self/fd/", digits[12], target[sizeof name];
    size_t n = strlen(link), d = 0;
    for (unsigned rest = (unsigned)fd; d == 0 || rest; rest /= 10)
        digits[d++] = (char)('0' + rest % 10);
    while (d > 0)
        link[n++] = digits[--d];
    return readlink(link, target, sizeof target) == sizeof name - 1 && memcmp(target, name, sizeof name - 1) == 0;
}

static int redirected_close(int fd)
{
    return state == STOPPING && fd == disabled && !is_perf_event(fd) ? 0 : before.close(fd);
}

/* On a perf event it would stop the parent's. What is disabled is closed next. */
static int redirected_ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (state != STOPPING)
        return before.ioctl(fd, request, argument);
    disabled = fd;
    return 0;
}

/* The buffers of perf events are not inherited; what lies there is the host's. */
static int redirected_munmap(void *address, size_t length)
{
    return state == STOPPING ? 0 : before.munmap(address, length);
}

static int redirected_join(pthread_t thread, void **result)
{
    return state == STOPPING ? 0 : before.pthread_join(thread, result);
}

static int redirected_kill(pthread_t thread, int signal)
{
    return state == STOPPING ? 0 : before.pthread_kill(thread, signal);
}

static int redirected_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    if (threads <= 0)
        return EAGAIN;
    threads--;
    return before.pthread_create(thread, attributes, run, argument);
}

int wd_inherited_redirect(void *library)
{
#define X(name, function)                                                        \
    {                                                                            \
        void *was = wd_got_patch(library, #name, (void *)redirected_##function); \
        if (!was)                                                                \
            return 0;                                                            \
        *(void **)&before.name = was;                                            \
    }
    X(syscall, syscall)
    X(close, close)
    X(ioctl, ioctl)
    X(munmap, munmap)
    X(pthread_join, join)
    X(pthread_kill, kill)
    X(pthread_create, create)
#undef X
    return 1;
}

void wd_inherited_begin(void)
{
    state = INHERITED;
}

void wd_inherited_stopping(int stopping)
{
    state = stopping ? STOPPING : INHERITED;
}

void wd_inherited_end(void)
{
    state = OWN;
}

void wd_inherited_allow_threads(int n)
{
    threads = n;
}
