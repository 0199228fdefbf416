/* SPDX-License-Identifier: Apache-2.0 */
/*
 * statement_clock_postgres.c: the same for PostgreSQL's backends, as far as the
 * bookstore's driver needs it: what is sent for a statement arrives in one recv,
 * which begins with a message, and names of prepared statements end in a number.
 */
#include "statement_table.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define NAMES 1024

/* A backend has one connection. */
static struct statement *named[NAMES];

static ssize_t (*real_recv)(int, void *, size_t, int);

__attribute__((constructor)) static void look_up(void)
{
    *(void **)&real_recv = dlsym(RTLD_NEXT, "recv");
}

/* Where a prepared statement of that name is kept; NULL if it has none, or not the driver's. */
static struct statement **place(const char *name)
{
    return strncmp(name, "S_", 2) == 0 ? &named[strtoul(name + 2, NULL, 10) % NAMES] : NULL;
}

/* Behind the zero that ends a string; NULL if it is not all there. */
static const char *behind(const char *string, const char *end)
{
    const char *zero = string ? memchr(string, 0, (size_t)(end - string)) : NULL;
    return zero ? zero + 1 : NULL;
}

static void message(char type, const char *body, const char *end)
{
    const char *second = behind(body, end);
    if (type == 'Q') {
        statement_begins(statement_of(body, (size_t)((second ? second - 1 : end) - body)));
    } else if (type == 'P' && second) {
        const char *rest = behind(second, end);
        struct statement *s = statement_of(second, (size_t)((rest ? rest - 1 : end) - second));
        if (place(body))
            *place(body) = s;
        statement_begins(s);
    } else if (type == 'B' && behind(second, end) && place(second)) {
        statement_begins(*place(second));
    }
}

__attribute__((visibility("default"))) ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    ssize_t n = real_recv(fd, buffer, size, flags);
    const char *at = buffer;
    for (const char *end = at + (n > 0 ? n : 0); end - at > 5;) {
        const unsigned char *head = (const unsigned char *)at;
        size_t length = (size_t)head[1] << 24 | (size_t)head[2] << 16 | (size_t)head[3] << 8 | head[4];
        size_t there = length < (size_t)(end - at - 1) ? length : (size_t)(end - at - 1);
        if (length < 4)
            break;
        message(*at, at + 5, at + 1 + there);
        at += 1 + there;
    }
    return n;
}
