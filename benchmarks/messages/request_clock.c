/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_clock.c: what an event-driven server spends for each kind of request
 * among others; preloaded into it in front of everything else, and shares no
 * code with the profiler. The kernel's clock of the thread's CPU is read at each
 * call that receives, sends or waits.
 *
 * A connection's bytes say whose it is: the first part of the path of the last
 * request that went over it, in either direction. A receive, and what follows
 * it, are that request's. So is a send, with what was done for it since the call
 * before: a loop receives several requests and then works for one after the
 * other. Waiting and waking up are the next one's. Knows the calls of Debian's
 * nginx, HAProxy and Squid.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 64, NAME = 24, DESCRIPTORS = 4096, NONE = 0 };

/* Read by request_clock.py. The first row is what nobody's request was found for. */
static struct row {
    uint64_t nanos;
    char name[NAME];
} nowhere[ROWS], *rows = nowhere;

static uint8_t whose[DESCRIPTORS]; /* rows */
static __thread int current, is_waking;
static __thread uint64_t last, waking;

static struct {
    ssize_t (*recv)(int, void *, size_t, int);
    ssize_t (*read)(int, void *, size_t);
    ssize_t (*readv)(int, const struct iovec *, int);
    ssize_t (*send)(int, const void *, size_t, int);
    ssize_t (*write)(int, const void *, size_t);
    ssize_t (*writev)(int, const struct iovec *, int);
    ssize_t (*sendfile64)(int, int, off64_t *, size_t);
    int (*epoll_wait)(int, struct epoll_event *, int, int);
    int (*close)(int);
} real;

/* Libraries behind this one may call it before it has begun. */
static void look_up(void)
{
    if (real.close)
        return;
#define LOOK_UP(name) *(void **)&real.name = dlsym(RTLD_NEXT, #name)
    LOOK_UP(recv);
    LOOK_UP(read);
    LOOK_UP(readv);
    LOOK_UP(send);
    LOOK_UP(write);
    LOOK_UP(writev);
    LOOK_UP(sendfile64);
    LOOK_UP(epoll_wait);
    LOOK_UP(close);
}

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("REQUEST_CLOCK");
    int fd = file ? open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    void *map = ftruncate(fd, sizeof nowhere) == 0
                    ? mmap(NULL, sizeof nowhere, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                    : MAP_FAILED;
    if (map != MAP_FAILED)
        rows = map;
    close(fd);
}

static int row_of(const char *name, size_t length)
{
    for (int i = 1; length > 0 && length < NAME && i < ROWS; i++) {
        if (!rows[i].name[0])
            memcpy(rows[i].name, name, length);
        if (strncmp(rows[i].name, name, length) == 0 && rows[i].name[length] == 0)
            return i;
    }
    return NONE;
}

/* Does a request begin in these bytes? `GET http://host:port/name/rest HTTP/1.1` is `name`'s. */
static void look(int fd, const char *bytes, size_t n)
{
    const char *end = bytes + n;
    if (fd < 0 || fd >= DESCRIPTORS || n < 8 || (memcmp(bytes, "GET ", 4) != 0 && memcmp(bytes, "POST ", 5) != 0))
        return;
    const char *path = memchr(bytes, ' ', n);
    path += end - path > 8 && memcmp(path + 1, "http://", 7) == 0 ? 8 : 1;
    path = memchr(path, '/', (size_t)(end - path));
    if (!path)
        return;
    const char *name = ++path;
    while (path < end && *path != '/' && *path != ' ')
        path++;
    whose[fd] = (uint8_t)row_of(name, (size_t)(path - name));
}

static int row_at(int fd)
{
    return fd >= 0 && fd < DESCRIPTORS ? whose[fd] : NONE;
}

/* What has run since the last call; a child that was forked begins at 0. */
static uint64_t run(void)
{
    look_up();
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    uint64_t now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec, ran = last && now > last ? now - last : 0;
    last = now;
    return ran;
}

static void add(int row, uint64_t nanos)
{
    __atomic_fetch_add(&rows[row].nanos, nanos, __ATOMIC_RELAXED);
}

static void charge(int row)
{
    uint64_t ran = run();
    if (is_waking)
        waking += ran;
    else
        add(row, ran);
}

static void goes_on(int row)
{
    if (row == NONE)
        return;
    add(row, waking);
    waking = is_waking = 0;
    current = row;
}

/* Around a call that receives `n` bytes; what is in `bytes` says for whom. */
static ssize_t received(int fd, const void *bytes, ssize_t n)
{
    if (n > 0) {
        look(fd, bytes, (size_t)n);
        goes_on(row_at(fd));
    }
    return n;
}

static void sends(int fd, const void *bytes, size_t n)
{
    look(fd, bytes, n);
    int row = row_at(fd);
    goes_on(row);
    charge(row == NONE ? current : row);
}

__attribute__((visibility("default"))) ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    charge(current);
    return received(fd, bytes, real.recv(fd, bytes, size, flags));
}

__attribute__((visibility("default"))) ssize_t read(int fd, void *bytes, size_t size)
{
    charge(current);
    return received(fd, bytes, real.read(fd, bytes, size));
}

__attribute__((visibility("default"))) ssize_t readv(int fd, const struct iovec *pieces, int count)
{
    charge(current);
    ssize_t n = real.readv(fd, pieces, count), first = (ssize_t)pieces->iov_len;
    received(fd, pieces->iov_base, n < first ? n : first);
    return n;
}

__attribute__((visibility("default"))) ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    sends(fd, bytes, size);
    return real.send(fd, bytes, size, flags);
}

__attribute__((visibility("default"))) ssize_t write(int fd, const void *bytes, size_t size)
{
    sends(fd, bytes, size);
    return real.write(fd, bytes, size);
}

__attribute__((visibility("default"))) ssize_t writev(int fd, const struct iovec *pieces, int count)
{
    sends(fd, pieces->iov_base, pieces->iov_len);
    return real.writev(fd, pieces, count);
}

__attribute__((visibility("default"))) ssize_t sendfile64(int out, int in, off64_t *offset, size_t size)
{
    sends(out, "", 0);
    return real.sendfile64(out, in, offset, size);
}

__attribute__((visibility("default"))) int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout)
{
    charge(current);
    is_waking = 1;
    current = NONE;
    return real.epoll_wait(epoll, events, most, timeout);
}

__attribute__((visibility("default"))) int close(int fd)
{
    look_up();
    if (fd >= 0 && fd < DESCRIPTORS)
        whose[fd] = NONE;
    return real.close(fd);
}
