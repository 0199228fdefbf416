/* SPDX-License-Identifier: Apache-2.0 */
/* What was sent and received is added up and taken: each call once with its bytes, also while others add. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "traffic/traffic.h"

#define CALLS 2000000 /* of a thread */

static int are_added;
static uint64_t count, bytes;

static void take_all(void)
{
    struct wd_traffic taken;
    uint32_t position = 0;
    while (wd_traffic_take(&position, &taken)) {
        count += taken.count;
        bytes += taken.bytes;
    }
}

static void *take_meanwhile(void *unused)
{
    while (!__atomic_load_n(&are_added, __ATOMIC_ACQUIRE))
        take_all();
    return unused;
}

static void *add(void *size)
{
    uint32_t place = 0;
    for (int i = 0; i < CALLS; i++)
        wd_traffic_add(wd_traffic_words(7, 0, wd_traffic_way(1, 1, 1), WD_TRAFFIC_SENT, 0), *(uint64_t *)size, 0,
                       &place);
    return NULL;
}

static void each_is_taken_once(uint64_t size)
{
    pthread_t taker, adder;
    are_added = 0;
    count = bytes = 0;
    assert_int_equal(pthread_create(&taker, NULL, take_meanwhile, NULL), 0);
    assert_int_equal(pthread_create(&adder, NULL, add, &size), 0);
    add(&size);
    pthread_join(adder, NULL);
    __atomic_store_n(&are_added, 1, __ATOMIC_RELEASE);
    pthread_join(taker, NULL);
    take_all();
    assert_int_equal(count, 2 * CALLS);
    assert_int_equal(bytes, 2 * CALLS * size);
}

static void small_messages(void **state)
{
    (void)state;
    each_is_taken_once(3);
}

/* So large that every few of them are moved on from where they are added first. */
static void large_messages(void **state)
{
    (void)state;
    each_is_taken_once(UINT64_C(1) << 37);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_messages),
        cmocka_unit_test(large_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
