/* SPDX-License-Identifier: Apache-2.0 */
/* The cache against a reference that remembers everything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "cache.h"

#define KIB 1024

static struct stored *response(const char *key, size_t length, time_t fresh_until)
{
    struct evkeyvalq headers = TAILQ_HEAD_INITIALIZER(headers);
    evhttp_add_header(&headers, "Content-Type", "text/plain");
    char *body = malloc(length + 1);
    memset(body, key[0], length);
    struct stored *s = stored_new(key, &headers, body, length);
    s->fresh_until = fresh_until;
    return s;
}

static void put(struct cache *c, const char *key, size_t length, time_t fresh_until)
{
    struct stored *s = response(key, length, fresh_until);
    cache_put(c, s);
    stored_release(s);
}

static int has(struct cache *c, const char *key, time_t now)
{
    struct stored *s = cache_get(c, key, now);
    if (!s)
        return 0;
    assert_string_equal(s->key, key);
    assert_string_equal(evhttp_find_header(&s->headers, "content-type"), "text/plain");
    stored_release(s);
    return 1;
}

static void gives_back_what_is_fresh(void **state)
{
    (void)state;
    struct cache *c = cache_new(64 * KIB);
    put(c, "a", 100, 50);
    assert_true(has(c, "a", 49));
    assert_false(has(c, "b", 49));
    assert_false(has(c, "a", 50));
    assert_int_equal(cache_bytes(c), 0);
    cache_free(c);
}

static void the_least_recently_used_make_room(void **state)
{
    (void)state;
    struct cache *c = cache_new(16 * KIB);
    for (char key[] = "a"; key[0] <= 'i'; key[0]++) {
        put(c, key, 1500, 100);
        assert_true(cache_bytes(c) <= 16 * KIB);
        has(c, "a", 0); /* in use all the time */
    }
    put(c, "j", 1500, 100);
    assert_true(has(c, "a", 0));
    assert_false(has(c, "b", 0));
    assert_true(has(c, "j", 0));
    cache_free(c);
}

static void large_ones_are_not_stored_and_drop_their_predecessor(void **state)
{
    (void)state;
    struct cache *c = cache_new(8 * KIB);
    put(c, "a", 10, 100);
    put(c, "a", 2 * KIB, 100);
    assert_false(has(c, "a", 0));
    assert_int_equal(cache_bytes(c), 0);
    cache_free(c);
    c = cache_new(0);
    put(c, "a", 10, 100);
    assert_false(has(c, "a", 0));
    cache_free(c);
}

static void a_response_outlives_its_place(void **state)
{
    (void)state;
    struct cache *c = cache_new(64 * KIB);
    put(c, "a", 1000, 100);
    struct stored *s = cache_get(c, "a", 0);
    put(c, "a", 500, 100);
    cache_remove(c, "a");
    cache_free(c);
    assert_int_equal(s->length, 1000);
    assert_memory_equal((char *)s->body + 999, "a", 1);
    stored_release(s);
}

/* Any order of calls: never more bytes than allowed, never another key's response, and removed ones stay away. */
static void any_order_of_calls(void **state)
{
    (void)state;
    enum { KEYS = 40 };
    time_t fresh_until[KEYS] = { 0 }; /* 0: surely not there */
    struct cache *c = cache_new(32 * KIB);
    srand(1);
    for (int i = 0; i < 50000; i++) {
        int k = rand() % KEYS;
        char key[32];
        snprintf(key, sizeof key, "key %d", k);
        switch (rand() % 4) {
        case 0:
            fresh_until[k] = i + rand() % 200;
            put(c, key, (size_t)(rand() % 3000), fresh_until[k]);
            break;
        case 1:
            if (rand() % 10 == 0) {
                cache_remove(c, key);
                fresh_until[k] = 0;
            }
            break;
        default:
            if (has(c, key, i))
                assert_true(fresh_until[k] > i);
        }
        assert_true(cache_bytes(c) <= 32 * KIB);
    }
    cache_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_back_what_is_fresh),
        cmocka_unit_test(the_least_recently_used_make_room),
        cmocka_unit_test(large_ones_are_not_stored_and_drop_their_predecessor),
        cmocka_unit_test(a_response_outlives_its_place),
        cmocka_unit_test(any_order_of_calls),
    };
    return cmocka_run_group_tests_name("proxy_cache", tests, NULL, NULL);
}
