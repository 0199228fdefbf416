/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program does inside critical sections besides queueing: it says the
 * same with flows as without. behaviour: prints one line for each thing; and
 * std::deque, std::list and std::queue with std::mutex, where every item knows its context.
 */
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "under.h"
#include "whodunit.h"

enum { ROUNDS = 600 };

static std::mutex mutex;
static long counter;

static void exceptions()
{
    long caught = 0;
    for (int i = 0; i < ROUNDS; i++) {
        try {
            std::lock_guard<std::mutex> guard(mutex);
            counter++;
            if (i % 3 == 0)
                throw std::runtime_error(std::to_string(i));
        } catch (const std::runtime_error &e) {
            caught += std::stol(e.what());
        }
    }
    printf("exceptions: %ld\n", caught);
}

static void jumps()
{
    static jmp_buf out;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    volatile long jumped = 0;
    for (volatile int i = 0; i < ROUNDS; i++) {
        if (setjmp(out) == 0) {
            pthread_mutex_lock(&lock);
            counter++;
            if (i % 2)
                longjmp(out, 1);
            pthread_mutex_unlock(&lock);
        } else {
            jumped = jumped + 1;
            pthread_mutex_unlock(&lock);
        }
    }
    printf("jumps: %ld\n", jumped);
}

static pthread_mutex_t handlers = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t handled;
static void on_alarm(int)
{
    int saved = errno;
    handled = handled + 1;
    if (pthread_mutex_trylock(&handlers) == 0)
        pthread_mutex_unlock(&handlers);
    errno = saved;
}

static void signals()
{
    struct sigaction action = {}, before;
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, &before);
    itimerval often = { { 0, 100 }, { 0, 100 } }, never = {};
    setitimer(ITIMER_REAL, &often, nullptr);
    unsigned long sum = 0;
    for (int i = 0; handled < 300; i++) {
        mutex.lock();
        for (int k = 0; k < 50; k++)
            sum = sum * 31 + (unsigned long)k;
        counter++;
        mutex.unlock();
        if (i % 1000 == 0)
            sum = 0;
    }
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
    printf("signals: handled\n");
}

static void forks()
{
    int wrong = 0;
    for (int i = 0; i < 60; i++) {
        mutex.lock();
        pid_t child = fork();
        if (child == 0) {
            counter++;
            mutex.unlock();
            for (int k = 0; k < 200; k++) {
                std::lock_guard<std::mutex> guard(mutex);
                counter++;
            }
            _exit(7);
        }
        mutex.unlock();
        int status = 0;
        waitpid(child, &status, 0);
        wrong += !WIFEXITED(status) || WEXITSTATUS(status) != 7;
    }
    printf("forks: %d wrong\n", wrong);
}

static void *ends(void *argument)
{
    mutex.lock();
    counter++;
    mutex.unlock();
    pthread_mutex_lock(&handlers);
    counter++;
    if (argument) {
        pthread_mutex_unlock(&handlers);
        pthread_exit(argument);
    }
    pthread_mutex_unlock(&handlers);
    return nullptr;
}

static pthread_mutex_t waited = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never_signalled = PTHREAD_COND_INITIALIZER;
static std::atomic<long> cleaned;
static void clean(void *)
{
    cleaned++;
    pthread_mutex_unlock(&waited);
}
static void *waits(void *)
{
    pthread_mutex_lock(&waited);
    pthread_cleanup_push(clean, nullptr);
    for (;;)
        pthread_cond_wait(&never_signalled, &waited);
    pthread_cleanup_pop(1);
    return nullptr;
}

static void threads()
{
    long same = 0;
    for (long i = 0; i < 150; i++) {
        pthread_t thread, cancelled;
        void *result = nullptr, *of_cancelled = nullptr;
        pthread_create(&thread, nullptr, ends, (void *)i);
        pthread_create(&cancelled, nullptr, waits, nullptr);
        pthread_join(thread, &result);
        pthread_cancel(cancelled);
        pthread_join(cancelled, &of_cancelled);
        same += (long)result == i && of_cancelled == PTHREAD_CANCELED;
    }
    printf("threads: %ld, cleaned %ld\n", same, cleaned.load());
}

static void calls()
{
    long sum = 0;
    char text[64];
    for (int i = 0; i < ROUNDS; i++) {
        std::lock_guard<std::mutex> guard(mutex);
        errno = 0;
        sum += getppid() > 0;
        sum += read(-1, text, 1) == -1 && errno == EBADF;
        snprintf(text, sizeof text, "%.3f %d %s", i / 7.0, i, "text");
        for (const char *p = text; *p; p++)
            sum = (sum * 131 + *p) % 1000003;
        void *memory = malloc(i * 300);
        memset(memory, i, i * 300);
        free(memory);
    }
    printf("calls: %ld\n", sum);
}

static void other_locks()
{
    static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_spinlock_t spin;
    pthread_mutex_t recursive;
    pthread_mutexattr_t attributes;
    pthread_spin_init(&spin, 0);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    std::map<int, std::string> map;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_rwlock_wrlock(&rwlock);
        map[i % 37] += (char)('a' + i % 26);
        pthread_rwlock_unlock(&rwlock);
        pthread_rwlock_rdlock(&rwlock);
        counter += (long)map.size();
        pthread_rwlock_unlock(&rwlock);
        pthread_spin_lock(&spin);
        counter++;
        pthread_spin_unlock(&spin);
        pthread_mutex_lock(&recursive);
        pthread_mutex_lock(&recursive);
        map.erase(i % 11);
        pthread_mutex_unlock(&recursive);
        counter += pthread_mutex_trylock(&recursive) == 0;
        pthread_mutex_unlock(&recursive);
        pthread_mutex_unlock(&recursive);
    }
    unsigned long hash = 0;
    for (const auto &entry : map)
        for (char c : entry.second)
            hash = hash * 31 + (unsigned char)c;
    printf("other locks: %lu\n", hash);
}

/* What compilers at run time do that may not map memory to be written and executed: its code is mapped twice. */
static void code_that_changes()
{
    const size_t size = 4096;
    int fd = memfd_create("code", 0);
    if (fd < 0 || ftruncate(fd, size) != 0)
        return;
    auto *written = (unsigned char *)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    void *executed = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    close(fd);
    auto *function = (int (*)())executed;
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const unsigned char code[] = { 0xb8, (unsigned char)(i % 7), (unsigned char)(i % 3), 0, 0, 0xc3 };
        memcpy(written, code, sizeof code); /* mov eax, …; ret */
        std::lock_guard<std::mutex> guard(mutex);
        sum += function();
    }
    munmap(written, size);
    munmap(executed, size);
    printf("code that changes: %ld\n", sum);
}

/* Of eight bytes in the instruction, which only some instructions have. */
static void far_addresses()
{
    auto *there = (long *)mmap((void *)0x210000000000, 4096, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    long sum = 0;
    for (int i = 0; i < ROUNDS && there != MAP_FAILED; i++) {
        std::lock_guard<std::mutex> guard(mutex);
        long value;
        __asm__ volatile("movabs 0x210000000008, %%rax\n\t"
                         "add $3, %%rax\n\t"
                         "movabs %%rax, 0x210000000008"
                         : "=&a"(value)
                         :
                         : "memory", "cc");
        sum += value;
    }
    munmap(there, 4096);
    printf("far addresses: %ld\n", sum);
}

static whodunit_context kinds[5];

/* One producer, one consumer of a container. */
template <typename Put, typename Get> static void queue(const char *name, Put put, Get get)
{
    std::mutex lock;
    std::condition_variable changed;
    int length = 0;
    const long items = 4000;
    long right = 0, wrong = 0;
    std::thread producer([&] {
        for (long i = 0; i < items; i++) {
            whodunit_context before = whodunit_attach(kinds[i % 5]);
            volatile long number = i + 1000; /* made before the section */
            long item = number;
            {
                std::unique_lock<std::mutex> guard(lock);
                changed.wait(guard, [&] { return length < 50; });
                put(item);
                length++;
            }
            changed.notify_all();
            whodunit_detach(before);
        }
    });
    std::thread consumer([&] {
        for (long i = 0; i < items; i++) {
            long number;
            {
                std::unique_lock<std::mutex> guard(lock);
                changed.wait(guard, [&] { return length > 0; });
                number = get();
                length--;
            }
            changed.notify_all();
            volatile long used = number - 1000;
            whodunit_context context = whodunit_current();
            right += is_under(context, kinds[used % 5]);
            wrong += !is_under(context, kinds[used % 5]) && context != WHODUNIT_ROOT;
        }
    });
    producer.join();
    consumer.join();
    printf("%s: %ld wrong\n", name, wrong);
    fprintf(stderr, "%s: %ld right\n", name, right);
}

int main()
{
    static const char *const names[5] = { "a", "b", "c", "d", "e" };
    for (int i = 0; i < 5; i++) {
        whodunit_context before = whodunit_begin(names[i]);
        kinds[i] = whodunit_current();
        whodunit_end(before);
    }
    far_addresses();
    code_that_changes();
    std::deque<long> deque;
    queue(
        "deque", [&](long n) { deque.push_back(n); },
        [&] {
            long n = deque.front();
            deque.pop_front();
            return n;
        });
    std::list<long> list;
    queue(
        "list", [&](long n) { list.push_back(n); },
        [&] {
            long n = list.front();
            list.pop_front();
            return n;
        });
    std::deque<std::pair<long, void *>> pairs;
    queue(
        "pairs", [&](long n) { pairs.emplace_back(n, nullptr); },
        [&] {
            auto n = pairs.front();
            pairs.pop_front();
            return n.first;
        });
    exceptions();
    jumps();
    signals();
    forks();
    threads();
    calls();
    other_locks();
    return 0;
}
