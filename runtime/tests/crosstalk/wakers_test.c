/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The meeting of waiters and wakers, without locks around it: what one thread
 * leaves, the right other one finds. Also built with ThreadSanitizer, as the
 * table of waits is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>

#include "contexts/context.h"
#include "crosstalk/stacks.h"
#include "crosstalk/strangers.h"
#include "crosstalk/waits.h"
#include "crosstalk/wakers.h"

static char address[4096];

static int nobody_registered(void)
{
    for (int i = 0; i < WD_BUCKETS; i++)
        if (wd_waiters[i])
            return 0;
    return 1;
}

static void the_last_release_counts(void **state)
{
    (void)state;
    struct wd_waiter w;
    assert_false(wd_is_waited_for(address));
    wd_waiter_enters(&w, address, WD_RELEASE);
    assert_true(wd_is_waited_for(address) && wd_has_waiter(address) && !wd_has_waiter(address + 1));
    wd_waker_releases(address, wd_mark_of(5, 50), 1);
    wd_waker_releases(address, wd_mark_of(6, 60), 0);
    wd_waker_releases(address + 1, wd_mark_of(7, 70), 1);
    wd_mark mark = wd_waiter_leaves(&w);
    assert_int_equal(wd_mark_context(mark), 6);
    assert_int_equal(wd_mark_path(mark), 60);
    assert_true(nobody_registered());
}

static void what_was_left_before_is_not_for_me(void **state)
{
    (void)state;
    struct wd_waiter first, second;
    wd_waiter_enters(&first, address, WD_RELEASE);
    wd_waker_releases(address, wd_mark_of(5, 0), 1);
    wd_waiter_enters(&second, address, WD_RELEASE);
    assert_true(wd_waiter_leaves(&second) == 0);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&first)), 5);
    wd_waiter_enters(&second, address, WD_RELEASE);
    assert_true(wd_waiter_leaves(&second) == 0);
}

static void a_holder_without_transaction_is_a_holder(void **state)
{
    (void)state;
    struct wd_waiter w;
    wd_waiter_enters(&w, address, WD_RELEASE);
    wd_waker_releases(address, wd_mark_of(WHODUNIT_ROOT, 0), 1);
    wd_mark mark = wd_waiter_leaves(&w);
    assert_true(mark != 0 && wd_mark_context(mark) == WHODUNIT_ROOT);
}

static void readers_believe_writers(void **state)
{
    (void)state;
    struct wd_waiter reader, writer;
    wd_waiter_enters(&reader, address, WD_EXCLUSIVE_RELEASE);
    wd_waiter_enters(&writer, address, WD_RELEASE);
    wd_waker_releases(address, wd_mark_of(5, 0), 1);
    wd_waker_releases(address, wd_mark_of(6, 0), 0);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&reader)), 5);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&writer)), 6);
}

static void signals_choose_in_the_order_of_arrival(void **state)
{
    (void)state;
    struct wd_waiter w[4];
    for (int i = 0; i < 4; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    wd_waker_signals(address, wd_mark_of(10, 0), 0);
    wd_waker_signals(address, wd_mark_of(11, 0), 0);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[1])), 11);
    wd_waiter_enters(&w[1], address, WD_SIGNAL); /* again: now the last */
    wd_waiter_gives_up(&w[2]);
    wd_waker_signals(address, wd_mark_of(13, 0), 0);
    wd_waker_signals(address, wd_mark_of(14, 0), 1);
    wd_waker_signals(address, wd_mark_of(15, 0), 1);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[0])), 10);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[3])), 13);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[1])), 14);
    assert_true(nobody_registered());
}

/* It was chosen before it slept, did not sleep then, or sleeps and waits for the next one. */
static void a_wake_that_finds_nobody_asleep_is_withdrawn(void **state)
{
    (void)state;
    enum { MANY = 20 };
    struct wd_waiter first, second, crowd[MANY];
    struct wd_chosen chosen, next;
    wd_waiter_enters(&first, address, WD_SIGNAL);
    wd_waiter_enters(&second, address, WD_SIGNAL);
    wd_waker_wakes(address, wd_mark_of(5, 1), 1, &chosen);
    wd_waker_withdraws(address, &chosen);
    wd_waker_wakes(address, wd_mark_of(6, 1), 1, &next);
    wd_waker_withdraws(address, &chosen);
    wd_waker_wakes(address, wd_mark_of(7, 1), 1, &next);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&first)), 6);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&second)), 7);
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&crowd[i], address, WD_SIGNAL);
    for (uint32_t i = 0; i < MANY; i++)
        wd_waker_wakes(address, wd_mark_of(10 + i, 1), 1, &chosen);
    wd_waker_withdraws(address, &chosen);
    for (uint32_t i = 0; i + 1 < MANY; i++)
        assert_int_equal(wd_mark_context(wd_waiter_leaves(&crowd[i])), 10 + i);
    assert_true(wd_waiter_leaves(&crowd[MANY - 1]) == 0);
    assert_true(nobody_registered());
}

/* From the same place under the same context: the mark is the same, and one of them has woken somebody. */
static void a_wake_takes_back_only_its_own(void **state)
{
    (void)state;
    enum { MANY = 14, CELLS = 12 };
    struct wd_waiter w[MANY], late;
    struct wd_chosen first, second, third;
    wd_mark mark = wd_mark_of(5, 1);
    wd_waiter_enters(&w[0], address, WD_SIGNAL);
    wd_waker_wakes(address, mark, 1, &first);
    wd_waker_wakes(address, mark, 1, &second); /* chooses nobody */
    wd_waker_withdraws(address, &second);
    wd_waiter_enters(&late, address, WD_SIGNAL);
    wd_waker_wakes(address, mark, 1, &third); /* or the later one, which does not sleep yet */
    wd_waker_withdraws(address, &third);
    wd_waker_wakes(address, wd_mark_of(6, 1), 1, &third);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[0])), 5);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&late)), 6);
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    wd_waker_wakes(address, mark, CELLS + 1, &first); /* all but the last one */
    wd_waker_wakes(address, mark, 1, &second);
    wd_waker_withdraws(address, &second);
    for (int i = 0; i < MANY - 1; i++)
        assert_true(wd_waiter_leaves(&w[i]) == mark);
    assert_true(wd_waiter_leaves(&w[MANY - 1]) == 0);
    assert_true(nobody_registered());
}

/* As a FUTEX_CMP_REQUEUE that finds another value: nobody was woken, and none is told that it was. */
static void a_wake_of_all_is_withdrawn(void **state)
{
    (void)state;
    enum { MANY = 14 }; /* two without a cell */
    struct wd_waiter w[MANY];
    struct wd_chosen chosen;
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    wd_waker_wakes(address, wd_mark_of(5, 1), 1000, &chosen);
    wd_waker_withdraws(address, &chosen);
    for (uint32_t i = 0; i < MANY; i++)
        wd_waker_wakes(address, wd_mark_of(10 + i, 1), 1, &chosen);
    for (uint32_t i = 0; i < MANY; i++) {
        wd_mark mark = wd_waiter_leaves(&w[i]);
        assert_true(i < 12 ? wd_mark_context(mark) == 10 + i : mark == 0);
    }
    assert_true(nobody_registered());
}

/* It was chosen behind a stranger, who did not sleep, either. */
static void a_wake_that_may_be_a_strangers_is_withdrawn(void **state)
{
    (void)state;
    struct wd_waiter behind;
    struct wd_chosen chosen;
    wd_stranger_enters(address);
    wd_waiter_enters(&behind, address, WD_SIGNAL);
    wd_waker_wakes(address, wd_mark_of(5, 1), 1, &chosen);
    wd_waker_withdraws(address, &chosen);
    wd_stranger_leaves(address);
    wd_waker_wakes(address, wd_mark_of(6, 1), 1, &chosen);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&behind)), 6);
    assert_true(nobody_registered());
}

static void many_waiters_of_one_condition(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct wd_waiter w[MANY];
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    wd_waker_signals(address, wd_mark_of(9, 0), 1);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[i])), 9);
    assert_true(nobody_registered());
}

/* Each signal is for the one that has waited longest, also where there are more than can be told apart. */
static void a_crowd_is_served_in_the_order_of_arrival(void **state)
{
    (void)state;
    enum { MANY = 40, ROUNDS = 500 };
    struct wd_waiter w[MANY];
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        wd_waker_signals(address, wd_mark_of(100 + i, 0), 0);
        assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[i % MANY])), 100 + i);
        wd_waiter_enters(&w[i % MANY], address, WD_SIGNAL);
    }
    wd_waker_signals(address, wd_mark_of(8, 0), 0);
    wd_waker_signals(address, wd_mark_of(9, 0), 1);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[ROUNDS % MANY])), 8);
    for (int i = 0; i < MANY; i++)
        if (i != ROUNDS % MANY)
            assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[i])), 9);
    assert_true(nobody_registered());
}

/* Who came first need not be asleep first, and so be woken first. */
static void who_is_woken_out_of_turn_has_the_signal(void **state)
{
    (void)state;
    enum { MANY = 14 }; /* two without a cell */
    struct wd_waiter w[MANY];
    static const int turns[MANY] = { 1, 13, 0, 12, 2, 5, 4, 3, 6, 7, 11, 10, 9, 8 };
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    for (uint32_t i = 0; i < MANY; i++) {
        wd_waker_signals(address, wd_mark_of(100 + i, 0), 0);
        assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[turns[i]])), 100 + i);
    }
    assert_true(nobody_registered());
}

/* Whose a signal is where others wait, too: theirs, if they came first and are still there. */
static void strangers_come_first(void **state)
{
    (void)state;
    struct wd_waiter before, behind, last;
    wd_waiter_enters(&before, address, WD_SIGNAL);
    wd_stranger_enters(address);
    wd_waiter_enters(&behind, address, WD_SIGNAL);
    wd_waker_signals(address, wd_mark_of(10, 0), 0);
    wd_waker_signals(address, wd_mark_of(11, 0), 0);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&before)), 10);
    assert_true(wd_waiter_leaves(&behind) == 0);
    wd_waiter_enters(&behind, address, WD_SIGNAL);
    wd_waiter_enters(&last, address, WD_SIGNAL);
    wd_stranger_leaves(address);
    wd_waker_signals(address, wd_mark_of(12, 0), 0);
    wd_stranger_enters(address);
    wd_waker_signals(address, wd_mark_of(13, 0), 1);
    wd_stranger_leaves(address);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&behind)), 12);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&last)), 13);
    assert_true(nobody_registered());
}

static void who_gives_up_takes_nobodys_signal(void **state)
{
    (void)state;
    enum { MANY = 14 }; /* two without a cell */
    struct wd_waiter w[MANY];
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_SIGNAL);
    for (uint32_t i = 0; i < MANY - 1; i++)
        wd_waker_signals(address, wd_mark_of(100 + i, 0), 0);
    wd_waiter_gives_up(&w[MANY - 1]);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[MANY - 2])), 100 + MANY - 2);
    for (int i = 0; i < MANY - 2; i++)
        wd_waiter_gives_up(&w[i]);
    assert_true(nobody_registered());
}

static void each_post_is_for_one_waiter(void **state)
{
    (void)state;
    struct wd_waiter w[3], late;
    for (int i = 0; i < 3; i++)
        wd_waiter_enters(&w[i], address, WD_POST);
    for (uint32_t i = 0; i < 3; i++)
        wd_waker_posts(address, wd_mark_of(10 + i, 0), i == 0);
    wd_waiter_enters(&late, address, WD_POST);
    assert_true(wd_waiter_leaves(&late) == 0);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[2])), 10);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[0])), 11);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w[1])), 12);
    assert_true(nobody_registered());
}

static void a_post_that_others_have_taken_is_for_nobody(void **state)
{
    (void)state;
    struct wd_waiter w;
    wd_waiter_enters(&w, address, WD_POST);
    wd_waker_posts(address, wd_mark_of(10, 0), 1);
    wd_waker_posts(address, wd_mark_of(11, 0), 1);
    assert_int_equal(wd_mark_context(wd_waiter_leaves(&w)), 11);
    assert_true(nobody_registered());
}

/* Those that find no place are lost: unseen, and nobody else's. */
static void more_posts_than_are_kept(void **state)
{
    (void)state;
    enum { MANY = 100 };
    static struct wd_waiter w[MANY];
    int had[MANY] = { 0 }, found = 0;
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], address, WD_POST);
    for (uint32_t i = 0; i < MANY; i++)
        wd_waker_posts(address, wd_mark_of(10 + i, 0), 0);
    for (int i = 0; i < MANY; i++) {
        wd_mark mark = wd_waiter_leaves(&w[i]);
        if (mark) {
            assert_int_equal(had[wd_mark_context(mark) - 10]++, 0);
            found++;
        }
    }
    assert_in_range(found, 10, MANY);
    assert_true(nobody_registered());
}

static void more_addresses_than_there_is_room_for(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    static struct wd_waiter w[MANY];
    static char many[MANY * 8];
    int found = 0;
    for (int i = 0; i < MANY; i++)
        wd_waiter_enters(&w[i], &many[i * 8], WD_RELEASE);
    for (int i = 0; i < MANY; i++)
        wd_waker_releases(&many[i * 8], wd_mark_of(100 + (uint32_t)i, 0), 1);
    for (int i = 0; i < MANY; i++) {
        wd_mark mark = wd_waiter_leaves(&w[i]);
        assert_true(mark == 0 || wd_mark_context(mark) == 100 + (uint32_t)i);
        found += mark != 0;
    }
    assert_in_range(found, WD_BUCKETS, MANY);
    assert_true(nobody_registered());
}

/* Many threads, few addresses: a mark is always one that was left under its address. */
enum { THREADS = 4, ROUNDS = 20000 };

static void *meet(void *seed_)
{
    unsigned seed = (unsigned)(uintptr_t)seed_;
    uintptr_t wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t at = (uint32_t)rand_r(&seed) % 7;
        struct wd_waiter w;
        wd_waiter_enters(&w, &address[at * 64], (enum wd_waits_for)(at % 4));
        uint32_t other = (uint32_t)rand_r(&seed) % 7;
        wd_mark mine = wd_mark_of(1000 + other, 2000 + other);
        if (other % 4 == WD_SIGNAL)
            wd_waker_signals(&address[other * 64], mine, i % 2);
        else if (other % 4 == WD_POST)
            wd_waker_posts(&address[other * 64], mine, i % 2);
        else
            wd_waker_releases(&address[other * 64], mine, i % 2);
        wd_mark mark = wd_waiter_leaves(&w);
        wrong += mark != 0 && (wd_mark_context(mark) != 1000 + at || wd_mark_path(mark) != 2000 + at);
        struct wd_wait wait = { .key = { .waiter = 2 + at, .holder = 2 + other }, .ns = (uint64_t)i };
        wd_waits_add(&wait);
    }
    return (void *)wrong;
}

/* Threads whose addresses share one bucket, so that its entries change hands all the time, a few more than it has
 * room for. Nobody but the address's own threads leaves marks there. */
enum { CROWD = 6, CROWD_ROUNDS = 300000 };
static const void *crowded[CROWD];

static void *change_hands(void *seed_)
{
    unsigned seed = (unsigned)(uintptr_t)seed_;
    uintptr_t wrong = 0;
    for (int i = 0; i < CROWD_ROUNDS; i++) {
        uint32_t at = (uint32_t)rand_r(&seed) % CROWD, other = (uint32_t)rand_r(&seed) % CROWD;
        struct wd_waiter w;
        wd_waiter_enters(&w, crowded[at], i % 2 ? WD_SIGNAL : WD_RELEASE);
        if (rand_r(&seed) % 2)
            wd_waker_signals(crowded[other], wd_mark_of(1000 + other, 0), i % 3 == 0);
        else
            wd_waker_releases(crowded[other], wd_mark_of(1000 + other, 0), 1);
        wd_mark mark = wd_waiter_leaves(&w);
        wrong += mark != 0 && wd_mark_context(mark) != 1000 + at;
    }
    return (void *)wrong;
}

static void entries_change_hands(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    for (int i = 0, n = 0; n < CROWD; i++)
        if (wd_bucket_of((char *)0 + i * 64) == wd_bucket_of(address))
            crowded[n++] = (char *)0 + i * 64;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, change_hands, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_int_equal((uintptr_t)wrong, 0);
    }
    assert_true(nobody_registered());
}

static uint64_t take_all(void)
{
    struct wd_waits taken;
    uint64_t count = 0;
    for (uint32_t position = 0; wd_waits_take(&position, &taken);)
        count += taken.count;
    return count;
}

static void many_threads_meet(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    take_all();
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, meet, (void *)(i + 1));
    uint64_t count = 0;
    for (int i = 0; i < 100; i++)
        count += take_all();
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(count + take_all(), THREADS * ROUNDS);
    assert_true(nobody_registered());
}

static void only_transactions_count(void **state)
{
    (void)state;
    whodunit_context reason = wd_context_named(WHODUNIT_ROOT, WD_REASON, "no synopsis");
    assert_false(wd_waits_count(WHODUNIT_ROOT));
    assert_false(wd_waits_count(reason));
    assert_false(wd_waits_count(wd_context_named(reason, WD_HANDLER, "below")));
    assert_true(wd_waits_count(wd_context_named(WHODUNIT_ROOT, WD_TRANSACTION, "shop")));
    assert_true(wd_waits_count(wd_context_remote(1, 2)));
    assert_true(wd_waits_count(WHODUNIT_OVERFLOW));
}

/* Stacks: the same one is recognised, another one is not. */
__attribute__((noinline)) static uint32_t here(void)
{
    struct wd_caller caller = WD_CALLER();
    uint32_t id = wd_stack_here(&caller);
    __asm__ volatile("");
    return id;
}

__attribute__((noinline)) static uint32_t deeper(volatile int levels)
{
    uint32_t id = levels > 0 ? deeper(levels - 1) : here();
    __asm__ volatile("");
    return id;
}

static void stacks_are_recognised(void **state)
{
    (void)state;
    uint32_t id[2][5];
    for (volatile int i = 0; i < 10; i++) /* one call, so that only the depth differs */
        id[i / 5][i % 5] = deeper(i % 5);
    void *const *pc;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(id[0][i], id[1][i]);
        assert_true(id[0][i] != 0 && (i == 0 || id[0][i] != id[0][i - 1]));
        assert_int_equal(wd_stack_frames(id[0][i], &pc), wd_stack_frames(id[0][0], &pc) + (uint32_t)i);
    }
    assert_int_equal(wd_stack_frames(0, &pc), 0);
    assert_int_equal(wd_stack_frames(UINT32_MAX, &pc), 0);
}

/* Two ways of equal depth to the same call. */
__attribute__((noinline)) static uint32_t middle(void)
{
    uint32_t id = here();
    __asm__ volatile("");
    return id;
}

__attribute__((noinline, noclone)) static uint32_t one_way(void)
{
    uint32_t id = middle();
    __asm__ volatile("# one");
    return id;
}

__attribute__((noinline, noclone)) static uint32_t other_way(void)
{
    uint32_t id = middle();
    __asm__ volatile("# other");
    return id;
}

static void stacks_of_equal_depth_are_told_apart(void **state)
{
    (void)state;
    uint32_t (*volatile way[2])(void) = { one_way, other_way };
    uint32_t id[4];
    for (volatile int i = 0; i < 4; i++)
        id[i] = way[i % 2]();
    assert_int_not_equal(id[0], id[1]);
    assert_int_equal(id[0], id[2]);
    assert_int_equal(id[1], id[3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_release_counts),
        cmocka_unit_test(what_was_left_before_is_not_for_me),
        cmocka_unit_test(a_holder_without_transaction_is_a_holder),
        cmocka_unit_test(readers_believe_writers),
        cmocka_unit_test(signals_choose_in_the_order_of_arrival),
        cmocka_unit_test(a_wake_that_finds_nobody_asleep_is_withdrawn),
        cmocka_unit_test(a_wake_takes_back_only_its_own),
        cmocka_unit_test(a_wake_of_all_is_withdrawn),
        cmocka_unit_test(a_wake_that_may_be_a_strangers_is_withdrawn),
        cmocka_unit_test(many_waiters_of_one_condition),
        cmocka_unit_test(a_crowd_is_served_in_the_order_of_arrival),
        cmocka_unit_test(who_is_woken_out_of_turn_has_the_signal),
        cmocka_unit_test(strangers_come_first),
        cmocka_unit_test(who_gives_up_takes_nobodys_signal),
        cmocka_unit_test(each_post_is_for_one_waiter),
        cmocka_unit_test(a_post_that_others_have_taken_is_for_nobody),
        cmocka_unit_test(more_posts_than_are_kept),
        cmocka_unit_test(more_addresses_than_there_is_room_for),
        cmocka_unit_test(many_threads_meet),
        cmocka_unit_test(entries_change_hands),
        cmocka_unit_test(only_transactions_count),
        cmocka_unit_test(stacks_are_recognised),
        cmocka_unit_test(stacks_of_equal_depth_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
