/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contention.h: contend.h for C++: a thread of type "wait NAME" waits once for one of type "hold NAME", which lets go
 * when the other one sleeps. Uses next to no CPU.
 */
#ifndef CONTENTION_H
#define CONTENTION_H

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>

#include "whodunit.h"

namespace
{

std::atomic<pid_t> waiter;

void in_transaction(const std::string &name, const std::function<void()> &body)
{
    whodunit_context outside = whodunit_begin(name.c_str());
    body();
    whodunit_end(outside);
}

[[maybe_unused]] bool sleeps(pid_t thread)
{
    std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string line;
    std::getline(stat, line);
    return line.at(line.rfind(')') + 2) == 'S';
}

/* Until the waiter, which is about to wait, does. */
void until_it_sleeps()
{
    do
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    while (!waiter || !sleeps(waiter));
}

void contend(const std::string &name, const std::function<void()> &take, const std::function<void()> &let_go,
             const std::function<void()> &wait)
{
    waiter = 0;
    std::atomic<bool> taken(false);
    std::thread holds([&] {
        in_transaction("hold " + name, [&] {
            take();
            taken = true;
            until_it_sleeps();
            let_go();
        });
    });
    while (!taken)
        std::this_thread::yield();
    std::thread waits([&] {
        in_transaction("wait " + name, [&] {
            waiter = gettid();
            wait();
        });
    });
    holds.join();
    waits.join();
}

} // namespace

#endif
