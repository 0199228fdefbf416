/* SPDX-License-Identifier: Apache-2.0 */
#include "channels/routes.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "contexts/intern.h"
#include "health/health.h"
#include "memory/region.h"
#include "system/syscalls.h"

#define ROUTES 256 /* different names */
#define SLOTS 1024
#define LONG_SEGMENT 24
#define PATTERNS 16384 /* bytes */

static char *patterns; /* lines, each with a NUL; an empty one is the end */
static uint64_t seen[SLOTS];
static uint32_t seen_count;

int wd_routes_read(const char *path)
{
    int fd = wd_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    char *text = fd < 0 ? NULL : wd_region_reserve(PATTERNS);
    ssize_t n = text ? wd_sys_read(fd, text, PATTERNS - 2) : -1;
    if (fd >= 0)
        wd_sys_close(fd);
    if (n < 0)
        return -1;
    char *out = text;
    for (char *line = text, *end = text + n; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        char *next = line + length + 1;
        while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' '))
            length--;
        if (length > 0 && line[0] == '/') {
            memmove(out, line, length);
            out += length;
            *out++ = 0;
        }
        line = next;
    }
    *out = 0;
    patterns = text;
    return 0;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_hex(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

/* A part of a path that names one thing of many. */
static int is_id(const char *s, size_t n)
{
    size_t digits = 0, hex = 0, dashes = 0;
    for (size_t i = 0; i < n; i++) {
        digits += (size_t)is_digit(s[i]);
        hex += (size_t)is_hex(s[i]);
        dashes += s[i] == '-' || s[i] == '_';
    }
    if (n == 0)
        return 0;
    return digits + dashes == n || (hex + dashes == n && n >= 8 && digits > 0) || n > LONG_SEGMENT;
}

static size_t segment_length(const char *s, const char *end)
{
    const char *at = s;
    while (at < end && *at != '/')
        at++;
    return (size_t)(at - s);
}

/* ":name" stands for one segment, a last "..." for any rest. */
static int matches(const char *pattern, const char *path, const char *end)
{
    for (;;) {
        if (strcmp(pattern, "...") == 0)
            return 1;
        size_t p = segment_length(pattern, pattern + strlen(pattern)), n = segment_length(path, end);
        if (!(pattern[0] == ':' && n > 0) && (p != n || memcmp(pattern, path, n) != 0))
            return 0;
        pattern += p;
        path += n;
        if (*pattern == 0 || path == end)
            return *pattern == 0 && path == end;
        pattern++;
        path++;
    }
}

static void put(char *out, size_t *at, const char *text, size_t n)
{
    size_t room = WD_ROUTE_LENGTH - 1 - *at;
    n = n < room ? n : room;
    for (size_t i = 0; i < n; i++)
        out[(*at)++] = text[i] > ' ' && text[i] < 127 ? text[i] : '?';
    out[*at] = 0;
}

void wd_route_of(const char *path, size_t length, char route[WD_ROUTE_LENGTH])
{
    size_t at = 0;
    const char *end = path + length;
    for (const char *c = path; c < end; c++)
        if (*c == '?' || *c == '#' || *c == ';')
            end = c;
    route[0] = 0;
    for (const char *p = patterns; p && *p; p += strlen(p) + 1)
        if (matches(p, path, end)) {
            put(route, &at, p, strlen(p));
            return;
        }
    while (path < end) {
        size_t n = segment_length(path, end);
        if (is_id(path, n))
            put(route, &at, ":id", 3);
        else
            put(route, &at, path, n);
        path += n;
        if (path < end)
            put(route, &at, path++, 1);
    }
    if (at == 0)
        put(route, &at, "/", 1);
}

int wd_routes_are_full(void)
{
    return __atomic_load_n(&seen_count, __ATOMIC_RELAXED) >= ROUTES;
}

/* False for one too many. */
static int is_admitted(const char *name)
{
    uint64_t key = (uint64_t)wd_hash(3, name, strlen(name)) << 32 | wd_hash(4, name, strlen(name)) | 1;
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint64_t *slot = &seen[(uint32_t)((key >> 8) + i) % SLOTS], there = __atomic_load_n(slot, __ATOMIC_RELAXED);
        if (there == key)
            return 1;
        if (there != 0)
            continue;
        if (wd_routes_are_full())
            return 0;
        if (__atomic_compare_exchange_n(slot, &there, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            __atomic_fetch_add(&seen_count, 1, __ATOMIC_RELAXED);
            return 1;
        }
        if (there == key)
            return 1;
    }
    return 0;
}

void wd_route_name(const char *method, size_t method_length, const char *path, size_t path_length,
                   char name[WD_ROUTE_LENGTH + 32])
{
    char route[WD_ROUTE_LENGTH];
    wd_route_of(path, path_length, route);
    snprintf(name, WD_ROUTE_LENGTH + 32, "%.*s %s", (int)(method_length < 30 ? method_length : 30), method, route);
    if (!is_admitted(name)) {
        snprintf(name, WD_ROUTE_LENGTH + 32, "%.*s (other)", (int)(method_length < 20 ? method_length : 20), method);
        wd_health_add(WD_HEALTH_MESSAGES_OTHER_ROUTES, 1);
    }
}
