/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"

#include <event2/http.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#define BUCKETS 16384
#define SHARE_OF_ONE 8 /* one response may take this part of the cache */

struct cache {
    size_t capacity, bytes;
    struct stored *newest, *oldest;
    struct stored *buckets[BUCKETS];
};

struct stored *stored_new(const char *key, struct evkeyvalq *headers, void *body, size_t length)
{
    struct stored *s = calloc(1, sizeof *s);
    if (!s || !(s->key = strdup(key))) {
        free(s);
        return NULL;
    }
    TAILQ_INIT(&s->headers);
    TAILQ_CONCAT(&s->headers, headers, next);
    s->body = body;
    s->length = length;
    s->references = 1;
    return s;
}

void stored_release(struct stored *s)
{
    if (--s->references > 0)
        return;
    evhttp_clear_headers(&s->headers);
    free(s->body);
    free(s->key);
    free(s);
}

struct cache *cache_new(size_t capacity)
{
    struct cache *c = calloc(1, sizeof *c);
    if (c)
        c->capacity = capacity;
    return c;
}

static size_t size_of(const struct stored *s)
{
    size_t size = sizeof *s + strlen(s->key) + s->length;
    const struct evkeyval *h;
    TAILQ_FOREACH (h, &s->headers, next)
        size += sizeof *h + strlen(h->key) + strlen(h->value);
    return size;
}

/* FNV-1a */
static struct stored **bucket_of(struct cache *c, const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    return &c->buckets[(hash ^ hash >> 32) % BUCKETS];
}

/* Where the key's response is linked in its bucket; at the end if there is none. */
static struct stored **find(struct cache *c, const char *key)
{
    struct stored **link = bucket_of(c, key);
    while (*link && strcmp((*link)->key, key) != 0)
        link = &(*link)->next_in_bucket;
    return link;
}

static void unlink_age(struct cache *c, struct stored *s)
{
    *(s->newer ? &s->newer->older : &c->newest) = s->older;
    *(s->older ? &s->older->newer : &c->oldest) = s->newer;
}

static void link_newest(struct cache *c, struct stored *s)
{
    s->newer = NULL;
    s->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = s;
    c->newest = s;
}

static void drop(struct cache *c, struct stored **link)
{
    struct stored *s = *link;
    *link = s->next_in_bucket;
    unlink_age(c, s);
    c->bytes -= size_of(s);
    stored_release(s);
}

void cache_free(struct cache *c)
{
    while (c->oldest)
        drop(c, find(c, c->oldest->key));
    free(c);
}

struct stored *cache_get(struct cache *c, const char *key, time_t now)
{
    struct stored **link = find(c, key), *s = *link;
    if (!s)
        return NULL;
    if (s->fresh_until <= now) {
        drop(c, link);
        return NULL;
    }
    unlink_age(c, s);
    link_newest(c, s);
    s->references++;
    return s;
}

void cache_put(struct cache *c, struct stored *s)
{
    cache_remove(c, s->key);
    size_t size = size_of(s);
    if (size > c->capacity / SHARE_OF_ONE)
        return;
    while (c->bytes + size > c->capacity)
        drop(c, find(c, c->oldest->key));
    struct stored **bucket = bucket_of(c, s->key);
    s->next_in_bucket = *bucket;
    *bucket = s;
    link_newest(c, s);
    c->bytes += size;
    s->references++;
}

void cache_remove(struct cache *c, const char *key)
{
    struct stored **link = find(c, key);
    if (*link)
        drop(c, link);
}

size_t cache_bytes(const struct cache *c)
{
    return c->bytes;
}
