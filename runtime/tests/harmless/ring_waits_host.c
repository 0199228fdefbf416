/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that waits for what io_uring has done, for ring_waits.py: messages to itself, which a thread of the kernel
 * moves. It tells how often a wait was interrupted, where nothing sends it signals. Ends with 77 where io_uring is not
 * to be had.
 *
 * usage: ring_waits_host wait|submit|timeout|mask|syscall
 */
#include <errno.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 512, MESSAGES = 2, CPU_MS = 600, SKIPPED = 77 };

static int by_call(struct io_uring *ring, unsigned flags)
{
    return syscall(SYS_io_uring_enter, ring->ring_fd, 0L, 1L, (long)flags, NULL, 8L) < 0 ? -errno : 0;
}

static int wait_for_one(struct io_uring *ring, const char *how)
{
    struct io_uring_cqe *done;
    struct __kernel_timespec soon = { .tv_sec = 60 };
    sigset_t mask;
    sigemptyset(&mask);
    switch (how[0]) {
    case 'w': return io_uring_wait_cqe(ring, &done);
    case 't': return io_uring_wait_cqe_timeout(ring, &done, &soon);
    case 'm': return io_uring_wait_cqes(ring, &done, 1, &soon, &mask);
    default: return by_call(ring, IORING_ENTER_GETEVENTS);
    }
}

static int cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int)(t.tv_sec * 1000 + t.tv_nsec / 1000000);
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "wait";
    struct io_uring ring;
    struct io_uring_params parameters = { .flags = IORING_SETUP_SQPOLL, .sq_thread_idle = 100 };
    int ends[2], interrupted = 0, failed = 0, waits_at_once = strcmp(how, "submit") == 0;
    static char from[SIZE], to[SIZE];
    if (io_uring_queue_init_params(8, &ring, &parameters) != 0)
        return SKIPPED;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 2;
    while (cpu_ms() < CPU_MS) {
        io_uring_prep_send(io_uring_get_sqe(&ring), ends[0], from, SIZE, 0);
        io_uring_prep_recv(io_uring_get_sqe(&ring), ends[1], to, SIZE, 0);
        int result = waits_at_once ? io_uring_submit_and_wait(&ring, MESSAGES) : io_uring_submit(&ring);
        for (int done = 0; done < MESSAGES;) {
            struct io_uring_cqe *event;
            interrupted += result == -EINTR;
            failed += result < 0 && result != -EINTR;
            for (; io_uring_peek_cqe(&ring, &event) == 0; done++)
                io_uring_cqe_seen(&ring, event);
            interrupted += waits_at_once && done < MESSAGES; /* it has told how many were submitted */
            result = done < MESSAGES ? wait_for_one(&ring, how) : 0;
        }
    }
    printf("%d interrupted, %d failed\n", interrupted, failed);
    return 0;
}
