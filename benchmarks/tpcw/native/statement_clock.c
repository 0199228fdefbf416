/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_clock.c: the oracle's own count of what statements cost mariadbd,
 * preloaded into it; shares no code with the profiler. A thread's CPU clock (the
 * kernel's accounting) is read when a COM_QUERY has been received whole, and what
 * it has run since the one before is that one's. So all that a connection's thread
 * does is some statement's, waking up for it excepted, which is its predecessor's.
 *
 * Knows Debian's MariaDB 10.11: a thread for each connection, a recv for a packet's
 * head of four bytes and one for its body.
 */
#include "statement_table.h"

#include <dlfcn.h>
#include <sys/socket.h>

#define COM_QUERY 3

static ssize_t (*real_recv)(int, void *, size_t, int);

static __thread int after_head;

__attribute__((constructor)) static void look_up(void)
{
    *(void **)&real_recv = dlsym(RTLD_NEXT, "recv");
}

__attribute__((visibility("default"))) ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    ssize_t n = real_recv(fd, buffer, size, flags);
    const unsigned char *bytes = buffer;
    if (n == 4 && size == 4 && bytes[3] == 0) {
        after_head = 1;
    } else if (n > 0) {
        if (after_head && bytes[0] == COM_QUERY)
            statement_begins(statement_of((const char *)bytes + 1, (size_t)n - 1));
        after_head = 0;
    }
    return n;
}
