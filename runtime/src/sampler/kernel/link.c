/* SPDX-License-Identifier: Apache-2.0 */
#include "sampler/kernel/link.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include "memory/fork_state.h"
#include "signals/own_signal.h"
#include "system/environment.h"
#include "system/syscalls.h"
#include "threads/thread.h"

#define PATIENCE_S 2
#define INTERRUPTIONS 1000 /* by the host's signals; a call that has a time limit is never begun again by the kernel */

static int connection WD_FORK_STATE = -1;
static int recorded WD_FORK_STATE; /* from BEGIN to END */

/* The socket's path may be longer than an address: its directory is reached by descriptor. */
static int fill_address(const char *path, struct sockaddr_un *address)
{
    char directory[PATH_MAX];
    const char *name = strrchr(path, '/');
    *address = (struct sockaddr_un){ .sun_family = AF_UNIX };
    if (!name || strlen(path) >= sizeof directory)
        return -1;
    if (strlen(path) < sizeof address->sun_path) {
        strcpy(address->sun_path, path);
        return AT_FDCWD;
    }
    snprintf(directory, sizeof directory, "%.*s", (int)(name - path), path);
    int fd = wd_sys_open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d%s", fd, name);
    return fd;
}

static void limit_patience(int fd)
{
    const struct timeval patience = { .tv_sec = PATIENCE_S };
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

/* Not libc's connect and socket: ours stand in front of them. A socket that nobody listens at is left from a helper
 * that was killed. */
static int open_connection(void)
{
    const char *path = wd_environment("WHODUNIT_KERNEL");
    struct sockaddr_un address;
    if (!path || !*path)
        return -1;
    int directory = fill_address(path, &address);
    if (directory == -1)
        return -1;
    int fd = (int)syscall(SYS_socket, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        limit_patience(fd);
        if (syscall(SYS_connect, fd, &address, sizeof address) != 0) {
            if (errno == ECONNREFUSED)
                unlink(address.sun_path);
            wd_sys_close(fd);
            fd = -1;
        }
    }
    if (directory >= 0)
        wd_sys_close(directory);
    return fd;
}

static int ask_for(int fd, const struct wd_kernel_request *request)
{
    ssize_t n = -1;
    for (int i = 0; i < INTERRUPTIONS && (n = wd_sys_write(fd, request, sizeof *request)) < 0 && errno == EINTR; i++)
        ;
    return n == (ssize_t)sizeof *request;
}

/* The bytes that came; 0 or less: it is gone, or took too long. */
static ssize_t be_told(int fd, struct wd_kernel_answer *answer)
{
    ssize_t n = -1;
    for (int i = 0; i < INTERRUPTIONS && (n = wd_sys_read(fd, answer, sizeof *answer)) < 0 && errno == EINTR; i++)
        ;
    return n;
}

/* Read and written as a file: these calls a recording needs anyway, whatever a sandbox refuses. */
static ssize_t ask(int fd, struct wd_kernel_request *request, struct wd_kernel_answer *answer)
{
    request->version = WD_KERNEL_VERSION;
    return ask_for(fd, request) ? be_told(fd, answer) : -1;
}

const char *wd_kernel_link_missing(void)
{
    static struct wd_kernel_answer answer;
    if (connection >= 0)
        return NULL;
    int fd = open_connection();
    if (fd < 0)
        return wd_environment("WHODUNIT_KERNEL") ? "the kernel side does not answer"
                                                 : "only 'whodunit record --engine kernel' starts the kernel side";
    ssize_t told = ask(fd, &(struct wd_kernel_request){ .ask = WD_KERNEL_HELLO }, &answer);
    wd_sys_close(fd);
    if (told <= 0)
        return "the kernel side has not answered";
    if (told != sizeof answer || answer.error)
        return "the kernel side is of another version";
    return answer.has & WD_KERNEL_HAS_TICKS ? NULL : "the kernel side takes no samples";
}

void wd_kernel_link_close(void)
{
    if (connection >= 0)
        wd_sys_close(connection);
    connection = -1;
    recorded = 0;
}

/* Of a helper that was killed. */
static void remove_left_over(void)
{
    int fd = open_connection();
    if (fd >= 0)
        wd_sys_close(fd);
}

int wd_kernel_link_ask(struct wd_kernel_request *request, struct wd_kernel_answer *answer)
{
    if (connection < 0)
        return 0;
    if (ask(connection, request, answer) == (ssize_t)sizeof *answer)
        return answer->error == 0;
    wd_kernel_link_close();
    remove_left_over();
    return 0;
}

#define SAME_PLACE(member) \
    _Static_assert(offsetof(struct wd_thread, member) == offsetof(struct wd_kernel_thread, member), #member)
SAME_PLACE(context);
SAME_PLACE(begun);
SAME_PLACE(last_begun);
SAME_PLACE(between);

static int begin_with(uint32_t signal)
{
    static struct wd_kernel_answer answer;
    struct wd_kernel_request begin = { .ask = WD_KERNEL_BEGIN, .signal = signal };
    begin.context_at = (char *)&wd_thread.context - (char *)__builtin_thread_pointer();
    if (recorded)
        return 1;
    if (connection < 0)
        connection = open_connection();
    recorded = wd_kernel_link_ask(&begin, &answer);
    if (!recorded)
        wd_kernel_link_close();
    return recorded;
}

int wd_kernel_link_begin(void)
{
    return begin_with((uint32_t)wd_own_signal());
}

void wd_kernel_link_join(void)
{
    if (wd_environment("WHODUNIT_WAITS"))
        begin_with(0);
}

int wd_kernel_link_end(struct wd_kernel_answer *counts)
{
    static struct wd_kernel_answer unread;
    struct wd_kernel_answer *answer = counts ? counts : &unread;
    if (!recorded)
        return 0;
    recorded = 0;
    return wd_kernel_link_ask(&(struct wd_kernel_request){ .ask = WD_KERNEL_END }, answer);
}

int wd_kernel_link_is_up(void)
{
    return connection >= 0;
}

void wd_kernel_link_forked(void)
{
    connection = -1;
    recorded = 0;
}
