/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache.h: responses by key, bounded in bytes; the least recently used ones
 * make room. One thread only.
 */
#ifndef PROXY_CACHE_H
#define PROXY_CACHE_H

#include <event2/keyvalq_struct.h>
#include <stddef.h>
#include <time.h>

/* A stored response of status 200. It lives as long as somebody refers to it,
 * whether the cache still has it or not. */
struct stored {
    char *key;
    struct evkeyvalq headers; /* end to end ones */
    void *body;
    size_t length;
    time_t since; /* when the origin made it */
    time_t fresh_until;
    /* the cache's own */
    int references;
    struct stored *next_in_bucket;
    struct stored *newer, *older;
};

/* A response that nobody but the caller refers to. Takes over `headers`' and
 * `body`'s memory (malloc'd); copies the key. NULL if there is no memory: then
 * the caller keeps both. */
struct stored *stored_new(const char *key, struct evkeyvalq *headers, void *body, size_t length);
void stored_release(struct stored *s);

struct cache;

/* At most `capacity` bytes of keys, headers and bodies. */
struct cache *cache_new(size_t capacity);
void cache_free(struct cache *c);

/* The fresh response for the key, referred to once more, or NULL. */
struct stored *cache_get(struct cache *c, const char *key, time_t now);

/* Takes the place of what is stored for the key; a response that is larger
 * than an eighth of the cache is not stored. The caller keeps its reference. */
void cache_put(struct cache *c, struct stored *s);
void cache_remove(struct cache *c, const char *key);

size_t cache_bytes(const struct cache *c);

#endif
