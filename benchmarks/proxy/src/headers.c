/* SPDX-License-Identifier: Apache-2.0 */
#include "headers.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

static const char *const HOP_BY_HOP[] = {
    "Connection",        "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "TE", "Trailer",
    "Transfer-Encoding", "Upgrade",          "Expect"
};

/* The next element of a comma-separated list without blanks around it; NULL at
 * the end. `at` moves behind it. Quoted strings hold commas. */
static const char *next_element(const char **at, size_t *length)
{
    const char *p = *at;
    p += strspn(p, " \t,");
    if (!*p)
        return NULL;
    const char *end = p;
    for (int quoted = 0; *end && (quoted || *end != ','); end++) {
        if (*end == '"')
            quoted = !quoted;
        else if (quoted && *end == '\\' && end[1])
            end++;
    }
    *at = end;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *length = (size_t)(end - p);
    return p;
}

static int is(const char *element, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(element, name, length) == 0;
}

/* Whether any header of that name has the element in its list. */
static int list_has(const struct evkeyvalq *headers, const char *name, const char *wanted)
{
    const struct evkeyval *h;
    TAILQ_FOREACH (h, headers, next) {
        if (strcasecmp(h->key, name) != 0)
            continue;
        size_t length;
        for (const char *at = h->value, *e; (e = next_element(&at, &length)) != NULL;)
            if (is(e, length, wanted))
                return 1;
    }
    return 0;
}

static int is_end_to_end(const struct evkeyvalq *headers, const char *name)
{
    for (size_t i = 0; i < sizeof HOP_BY_HOP / sizeof *HOP_BY_HOP; i++)
        if (strcasecmp(name, HOP_BY_HOP[i]) == 0)
            return 0;
    return !list_has(headers, "Connection", name);
}

int headers_copy_end_to_end(struct evkeyvalq *to, const struct evkeyvalq *from)
{
    const struct evkeyval *h;
    TAILQ_FOREACH (h, from, next)
        if (is_end_to_end(from, h->key) && evhttp_add_header(to, h->key, h->value) != 0)
            return -1;
    return 0;
}

void headers_add_via(struct evkeyvalq *headers)
{
    const char *before = evhttp_find_header(headers, "Via");
    char *via = NULL;
    if (asprintf(&via, "%s%s1.1 whodunit-proxy", before ? before : "", before ? ", " : "") < 0)
        return;
    evhttp_remove_header(headers, "Via");
    evhttp_add_header(headers, "Via", via);
    free(via);
}

static int is_our_member(const char *element, size_t length)
{
    const char *equals = memchr(element, '=', length);
    size_t key = equals ? (size_t)(equals - element) : length;
    while (key > 0 && (element[key - 1] == ' ' || element[key - 1] == '\t'))
        key--;
    return key == strlen("whodunit") && memcmp(element, "whodunit", key) == 0;
}

/* Takes the baggage out of the headers, and adds its members but ours to `end`. */
static void move_members(struct evkeyvalq *headers, char *end)
{
    const struct evkeyval *h;
    TAILQ_FOREACH (h, headers, next) {
        if (strcasecmp(h->key, "baggage") != 0)
            continue;
        size_t length;
        for (const char *at = h->value, *e; (e = next_element(&at, &length)) != NULL;)
            if (!is_our_member(e, length))
                end += sprintf(end, ",%.*s", (int)length, e);
    }
    while (evhttp_remove_header(headers, "baggage") == 0)
        continue;
}

void headers_set_baggage(struct evkeyvalq *headers, const char *wire)
{
    size_t ours = strlen("whodunit=") + strlen(wire) + 1, size = ours;
    const struct evkeyval *h;
    TAILQ_FOREACH (h, headers, next)
        if (strcasecmp(h->key, "baggage") == 0)
            size += strlen(h->value) + 2;
    char small[64], *merged = size <= sizeof small ? small : malloc(size);
    if (!merged)
        return;
    char *end = stpcpy(stpcpy(merged, "whodunit="), wire);
    if (size > ours)
        move_members(headers, end);
    evhttp_add_header(headers, "baggage", merged);
    if (merged != small)
        free(merged);
}

static int has(const struct evkeyvalq *headers, const char *name)
{
    return evhttp_find_header(headers, name) != NULL;
}

int request_allows_storing(enum evhttp_cmd_type method, const struct evkeyvalq *headers)
{
    return method == EVHTTP_REQ_GET && !has(headers, "Authorization") && !has(headers, "Range") &&
           !has(headers, "If-Range") && !has(headers, "If-Match") && !has(headers, "If-None-Match") &&
           !has(headers, "If-Modified-Since") && !has(headers, "If-Unmodified-Since") &&
           !list_has(headers, "Cache-Control", "no-store");
}

int request_may_be_answered_from_cache(enum evhttp_cmd_type method, const struct evkeyvalq *headers)
{
    return request_allows_storing(method, headers) && !list_has(headers, "Cache-Control", "no-cache") &&
           !list_has(headers, "Cache-Control", "max-age=0") && !list_has(headers, "Pragma", "no-cache");
}

/* 0 if it is no number: what is broken counts as stale. */
static long seconds(const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    return end == text || n < 0 ? 0 : n > INT32_MAX ? INT32_MAX : n;
}

/* The seconds of a Cache-Control directive such as max-age=60; -1 if there is none. */
static long directive(const struct evkeyvalq *headers, const char *name)
{
    const struct evkeyval *h;
    size_t name_length = strlen(name), length;
    TAILQ_FOREACH (h, headers, next) {
        if (strcasecmp(h->key, "Cache-Control") != 0)
            continue;
        for (const char *at = h->value, *e; (e = next_element(&at, &length)) != NULL;) {
            if (length <= name_length || strncasecmp(e, name, name_length) != 0 || e[name_length] != '=')
                continue;
            return seconds(e + name_length + 1 + (e[name_length + 1] == '"'));
        }
    }
    return -1;
}

static time_t date(const struct evkeyvalq *headers, const char *name, time_t otherwise)
{
    const char *value = evhttp_find_header(headers, name);
    struct tm tm = { 0 };
    if (!value || !strptime(value, "%a, %d %b %Y %H:%M:%S GMT", &tm))
        return otherwise;
    return timegm(&tm);
}

time_t response_fresh_until(int status, const struct evkeyvalq *headers, time_t now, long heuristic, time_t *since)
{
    const char *age = evhttp_find_header(headers, "Age");
    *since = now - (age ? seconds(age) : 0);
    if (status != HTTP_OK || has(headers, "Set-Cookie") || has(headers, "Vary") || has(headers, "Content-Range") ||
        list_has(headers, "Cache-Control", "no-store") || list_has(headers, "Cache-Control", "no-cache") ||
        list_has(headers, "Cache-Control", "private"))
        return 0;
    long lifetime = directive(headers, "s-maxage");
    if (lifetime < 0)
        lifetime = directive(headers, "max-age");
    if (lifetime >= 0)
        return *since + lifetime;
    if (has(headers, "Expires")) /* a broken date means: already expired */
        return now + date(headers, "Expires", 0) - date(headers, "Date", now);
    return has(headers, "Last-Modified") ? *since + heuristic : 0;
}

int method_is_passed(enum evhttp_cmd_type method)
{
    return method_is_safe(method) || method == EVHTTP_REQ_POST || method == EVHTTP_REQ_PUT ||
           method == EVHTTP_REQ_DELETE || method == EVHTTP_REQ_PATCH;
}

int method_is_safe(enum evhttp_cmd_type method)
{
    return method == EVHTTP_REQ_GET || method == EVHTTP_REQ_HEAD || method == EVHTTP_REQ_OPTIONS;
}
