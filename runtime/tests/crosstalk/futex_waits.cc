/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Locks that are futexes without libc, each contended once: C++20's and glib's. Uses next to no CPU: what it leaves is
 * its waits.
 */
#include <atomic>
#include <barrier>
#include <latch>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore>
#include <sys/syscall.h>

#include "contention.h"

/* As glib's headers have them. */
extern "C" {
union GMutex {
    void *p;
    unsigned i[2];
};
struct GCond {
    void *p;
    unsigned i[2];
};
void g_mutex_lock(GMutex *);
void g_mutex_unlock(GMutex *);
void g_cond_wait(GCond *, GMutex *);
int g_cond_wait_until(GCond *, GMutex *, int64_t);
void g_cond_broadcast(GCond *);
int64_t g_get_monotonic_time(void);

GMutex glib_mutex;
GCond glib_condition;
}

namespace
{

std::atomic<int> std_atomic, some_bits, moved_from, moved_to;
std::latch std_latch(1);
std::barrier std_barrier(2);
std::counting_semaphore<8> std_semaphore(0);
bool glib_ready;

void nothing()
{
}

void glib_let_go()
{
    g_mutex_lock(&glib_mutex);
    glib_ready = true;
    g_cond_broadcast(&glib_condition);
    g_mutex_unlock(&glib_mutex);
}

long futex(std::atomic<int> &word, int operation, long value, long second = 0, std::atomic<int> *other = nullptr,
           unsigned bits = 0)
{
    return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, second, other, bits);
}

void wait_in(std::atomic<int> &word, int operation, unsigned bits)
{
    while (word == 0)
        futex(word, operation, 0, 0, nullptr, bits);
}

/* One that is known waits behind one that has no transaction: whom the first wake is for cannot be told. */
void behind_a_stranger()
{
    static std::atomic<int> word;
    std::atomic<pid_t> stranger(0);
    std::thread first([&] {
        stranger = gettid();
        futex(word, FUTEX_WAIT, 0);
    });
    while (!stranger || !sleeps(stranger))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    contend(
        "behind", nothing,
        [&] {
            futex(word, FUTEX_WAKE, 1);
            futex(word, FUTEX_WAKE, 1);
        },
        [&] { futex(word, FUTEX_WAIT, 0); });
    first.join();
}

std::atomic<int> left_by_cancelled;
std::atomic<pid_t> to_be_cancelled;

void *waits_for_ever(void *)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    to_be_cancelled = gettid();
    for (;;)
        syscall(SYS_futex, &left_by_cancelled, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
}

/* Who comes after a thread that has no transaction, and was cancelled where it waited, is not behind it. */
void after_a_cancelled()
{
    pthread_t thread;
    pthread_create(&thread, nullptr, waits_for_ever, nullptr);
    while (!to_be_cancelled || !sleeps(to_be_cancelled))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    contend(
        "after a cancelled", nothing, [] { futex(left_by_cancelled, FUTEX_WAKE, 1); },
        [] { futex(left_by_cancelled, FUTEX_WAIT, 0); });
}

} // namespace

int main()
{
    contend(
        "atomic", nothing,
        [] {
            std_atomic = 1;
            std_atomic.notify_one();
        },
        [] { std_atomic.wait(0); });
    contend(
        "latch", nothing, [] { std_latch.count_down(); }, [] { std_latch.wait(); });
    contend(
        "barrier", nothing, [] { std_barrier.arrive_and_wait(); }, [] { std_barrier.arrive_and_wait(); });
    contend(
        "semaphore", nothing, [] { std_semaphore.release(); }, [] { std_semaphore.acquire(); });
    contend(
        "semaphore for", nothing, [] { std_semaphore.release(); },
        [] { (void)std_semaphore.try_acquire_for(std::chrono::hours(1)); });
    contend(
        "glib mutex", [] { g_mutex_lock(&glib_mutex); }, [] { g_mutex_unlock(&glib_mutex); },
        [] {
            g_mutex_lock(&glib_mutex);
            g_mutex_unlock(&glib_mutex);
        });
    contend("glib condition", nothing, glib_let_go, [] {
        g_mutex_lock(&glib_mutex);
        while (!glib_ready)
            g_cond_wait(&glib_condition, &glib_mutex);
        g_mutex_unlock(&glib_mutex);
    });
    glib_ready = false;
    contend("glib condition until", nothing, glib_let_go, [] {
        g_mutex_lock(&glib_mutex);
        while (!glib_ready)
            g_cond_wait_until(&glib_condition, &glib_mutex, g_get_monotonic_time() + 3600000000);
        g_mutex_unlock(&glib_mutex);
    });
    contend(
        "some bits", nothing,
        [] {
            some_bits = 1;
            futex(some_bits, FUTEX_WAKE_BITSET, 1, 0, nullptr, 2);
        },
        [] { wait_in(some_bits, FUTEX_WAIT_BITSET, 2); });
    contend(
        "moved", nothing,
        [] {
            futex(moved_from, FUTEX_CMP_REQUEUE, 0, 1, &moved_to, 0);
            futex(moved_to, FUTEX_WAKE, 1);
        },
        [] { futex(moved_from, FUTEX_WAIT, 0); });
    behind_a_stranger();
    after_a_cancelled();
}
