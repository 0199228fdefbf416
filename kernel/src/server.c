/* SPDX-License-Identifier: Apache-2.0 */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "descendants.h"
#include "identity.h"
#include "peer.h"
#include "stale_sockets.h"

#define LOOK_MS 1000 /* how often it is looked whether the recording has ended */

static int listener = -1, poller = -1;
static time_t paused; /* since when nobody is let in; 0: who comes is */
static volatile sig_atomic_t ends;

static void end(int signal)
{
    (void)signal;
    ends = 1;
}

static int watch(int fd, void *what)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = what };
    return epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
}

/* A name may be longer than a socket's address: the directory is reached by descriptor. The address has another name
 * as long as nobody listens there. */
static int make_address(const char *path, struct sockaddr_un *address)
{
    char directory[4096];
    const char *name = strrchr(path, '/');
    if (!name || (size_t)(name - path) >= sizeof directory)
        return -1;
    snprintf(directory, sizeof directory, "%.*s", (int)(name - path + 1), path);
    int fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    *address = (struct sockaddr_un){ .sun_family = AF_UNIX };
    int n = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/.%s", fd, name + 1);
    return fd >= 0 && n < (int)sizeof address->sun_path ? fd : -1;
}

/* Servers that have dropped root connect as well. */
static int listen_at(const char *path)
{
    struct sockaddr_un address;
    int directory = make_address(path, &address);
    if (directory < 0)
        return -1;
    mode_t before = umask(0);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int failed = fd < 0 || wd_identity_ask(fd) != 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
                 listen(fd, 512) != 0 || rename(address.sun_path, path) != 0;
    int error = errno;
    umask(before);
    if (!failed)
        wd_stale_sockets_remove(directory);
    close(directory);
    errno = error;
    return failed ? -1 : fd;
}

const char *wd_server_open(const struct wd_kernel_options *options)
{
    static char why[256];
    poller = epoll_create1(EPOLL_CLOEXEC);
    listener = listen_at(options->socket);
    if (poller >= 0 && listener >= 0 && watch(listener, &listener) == 0)
        return NULL;
    snprintf(why, sizeof why, "no socket can be made in the recording directory: %s", strerror(errno));
    return why;
}

/* Who comes meanwhile waits in the queue. Left in the loop, the listener would be ready all the time. */
static void stop_accepting(void)
{
    if (epoll_ctl(poller, EPOLL_CTL_DEL, listener, NULL) == 0)
        paused = time(NULL);
}

static void accept_again(void)
{
    if (paused && watch(listener, &listener) == 0)
        paused = 0;
}

static void accept_peer(void)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE))
        stop_accepting();
    struct wd_peer *peer = fd >= 0 ? wd_peer_new(fd) : NULL;
    if (peer && watch(fd, peer) != 0)
        wd_peer_end(peer);
    else if (!peer && fd >= 0)
        close(fd);
}

static void end_peer(struct wd_peer *peer)
{
    wd_peer_end(peer);
    accept_again();
}

static void watch_tools(void)
{
    for (const struct wd_tool *const *t = wd_tools; *t; t++)
        if ((*t)->descriptor && (*t)->descriptor() >= 0)
            watch((*t)->descriptor(), (void *)*t);
}

static const struct wd_tool *tool_of(const void *what)
{
    for (const struct wd_tool *const *t = wd_tools; *t; t++)
        if (what == *t)
            return *t;
    return NULL;
}

static void serve(const struct epoll_event *event)
{
    const struct wd_tool *tool = tool_of(event->data.ptr);
    if (event->data.ptr == &listener)
        accept_peer();
    else if (tool)
        tool->work();
    else if (!wd_peer_serve(event->data.ptr))
        end_peer(event->data.ptr);
}

void wd_server_run(const struct wd_kernel_options *options)
{
    struct sigaction action = { .sa_handler = end };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    int watched = pidfd_open(options->watched, 0);
    watch_tools();
    while (wd_peers_begun() > 0 || !(ends || wd_descendants_over(watched, options->socket))) {
        struct epoll_event event[64];
        int n = epoll_wait(poller, event, 64, LOOK_MS);
        for (int i = 0; i < n; i++)
            serve(&event[i]);
        if (time(NULL) != paused)
            accept_again(); /* it may have been the system's descriptors that were used up, not ours */
    }
    unlink(options->socket);
}
