/* SPDX-License-Identifier: Apache-2.0 */
/*
 * C++'s locks, each contended once, in the forms that end in functions of their
 * own: one thread of type "hold NAME" makes one of type "wait NAME" wait. Uses
 * next to no CPU: what it leaves is its waits.
 */
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "contention.h"

namespace
{

using std::chrono::system_clock;

constexpr std::chrono::hours LONG(1);

std::mutex std_mutex, of_condition;
std::recursive_mutex std_recursive;
std::timed_mutex std_timed;
std::recursive_timed_mutex std_recursive_timed;
std::shared_mutex std_shared;
std::shared_timed_mutex std_shared_timed;
std::condition_variable std_condition;
std::condition_variable_any std_any;
bool ready;

template <class Lock> void contend(const std::string &name, Lock &lock, const std::function<bool()> &wait)
{
    contend(
        name, [&] { lock.lock(); }, [&] { lock.unlock(); },
        [&] {
            if (wait())
                lock.unlock();
        });
}

template <class Mutex>
void hand_over(const std::string &name, Mutex &mutex, const std::function<void()> &notify,
               const std::function<void(std::unique_lock<Mutex> &)> &wait)
{
    ready = false;
    contend(
        name, [] {},
        [&] {
            std::unique_lock<Mutex> lock(mutex);
            ready = true;
            notify();
        },
        [&] {
            std::unique_lock<Mutex> lock(mutex);
            wait(lock);
        });
}

bool is_ready()
{
    return ready;
}

} // namespace

int main()
{
    contend("mutex", std_mutex, [] { return std_mutex.lock(), true; });
    contend("recursive", std_recursive, [] { return std_recursive.lock(), true; });
    contend("timed for", std_timed, [] { return std_timed.try_lock_for(LONG); });
    contend("timed until", std_timed, [] { return std_timed.try_lock_until(system_clock::now() + LONG); });
    contend("recursive timed", std_recursive_timed, [] { return std_recursive_timed.try_lock_for(LONG); });
    contend("shared", std_shared, [] { return std_shared.lock(), true; });
    contend("shared timed for", std_shared_timed, [] { return std_shared_timed.try_lock_for(LONG); });
    contend("shared timed until", std_shared_timed,
            [] { return std_shared_timed.try_lock_until(system_clock::now() + LONG); });
    contend(
        "reader", [] { std_shared.lock(); }, [] { std_shared.unlock(); },
        [] { std::shared_lock<std::shared_mutex> lock(std_shared); });
    contend(
        "reader timed for", [] { std_shared_timed.lock(); }, [] { std_shared_timed.unlock(); },
        [] { std::shared_lock<std::shared_timed_mutex> lock(std_shared_timed, LONG); });
    contend(
        "writer", [] { std_shared.lock_shared(); }, [] { std_shared.unlock_shared(); },
        [] { std::unique_lock<std::shared_mutex> lock(std_shared); });
    auto one = [] { std_condition.notify_one(); };
    auto all = [] { std_condition.notify_all(); };
    using Lock = std::unique_lock<std::mutex>;
    hand_over<std::mutex>("condition", of_condition, one, [](Lock &lock) { std_condition.wait(lock, is_ready); });
    hand_over<std::mutex>("condition for", of_condition, all,
                          [](Lock &lock) { std_condition.wait_for(lock, LONG, is_ready); });
    hand_over<std::mutex>("condition until", of_condition, all,
                          [](Lock &lock) { std_condition.wait_until(lock, system_clock::now() + LONG, is_ready); });
    hand_over<std::timed_mutex>(
        "any", std_timed, [] { std_any.notify_all(); },
        [](std::unique_lock<std::timed_mutex> &lock) { std_any.wait(lock, is_ready); });
}
