/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rings.c: what io_uring moves is moved by the kernel, and nobody sees when, nor
 * how much. So a descriptor that is handed to it for that is told to the
 * protocols that follow it, before: what they would say of it from there on
 * would be wrong. Looked for where liburing's functions hand over what the
 * program has prepared in memory, by the program's imports, as in tls.c, and in
 * rings of the program's own (own_rings.c).
 *
 * A thread that waits for a ring takes no sample meanwhile. There the kernel does
 * by itself what it else does as a call ends, and finds that the sampler's timer
 * has expired: the wait would end with EINTR, which it would not without us.
 */
#include "wrap/rings.h"

#include <dlfcn.h>
#include <errno.h>
#include <liburing.h>

#include "imports/got_patch.h"
#include "signals/own_signal.h"
#include "system/bare_call.h"
#include "system/syscall_entry.h"
#include "wrap/own_rings.h"
#include "wrap/real.h"
#include "wrap/ring_entries.h"

#define WRAPPED(X)                                                                                             \
    X(int, io_uring_submit, (struct io_uring *))                                                               \
    X(int, io_uring_submit_and_wait, (struct io_uring *, unsigned))                                            \
    X(int, io_uring_submit_and_wait_timeout,                                                                   \
      (struct io_uring *, struct io_uring_cqe **, unsigned, struct __kernel_timespec *, sigset_t *))           \
    X(int, io_uring_submit_and_get_events, (struct io_uring *))                                                \
    X(int, io_uring_wait_cqe_timeout, (struct io_uring *, struct io_uring_cqe **, struct __kernel_timespec *)) \
    X(int, io_uring_wait_cqes,                                                                                 \
      (struct io_uring *, struct io_uring_cqe **, unsigned, struct __kernel_timespec *, sigset_t *))           \
    X(int, __io_uring_get_cqe, (struct io_uring *, struct io_uring_cqe **, unsigned, unsigned, sigset_t *))    \
    X(int, io_uring_register_files, (struct io_uring *, const int *, unsigned))                                \
    X(int, io_uring_register_files_tags, (struct io_uring *, const int *, const __u64 *, unsigned))            \
    X(int, io_uring_register_files_update, (struct io_uring *, unsigned, const int *, unsigned))               \
    X(int, io_uring_register_files_update_tag, (struct io_uring *, unsigned, const int *, const __u64 *, unsigned))

static struct {
    WRAPPED(REAL_MEMBER)
} liburing;

struct wait {
    sigset_t before;
    int is_held;
};

static struct wait wait_begin(unsigned long events)
{
    struct wait wait = { .is_held = 0 };
    wait.is_held = events > 0 && wd_own_signal() && wd_own_signal_hold(&wait.before) == 0;
    return wait;
}

static void wait_end(const struct wait *wait)
{
    int saved = errno;
    if (wait->is_held)
        wd_own_signal_release(&wait->before);
    errno = saved;
}

/* What was prepared and not submitted yet. */
static void look_through(const struct io_uring *ring)
{
    const struct io_uring_sq *queue = &ring->sq;
    unsigned mask = *queue->kring_mask, wide = ring->flags & IORING_SETUP_SQE128 ? 1 : 0;
    for (unsigned at = queue->sqe_head; at != queue->sqe_tail && at - queue->sqe_head <= mask; at++)
        wd_ring_hands_over(&queue->sqes[(at & mask) << wide]);
}

static int told_submit(struct io_uring *ring)
{
    look_through(ring);
    return liburing.io_uring_submit(ring);
}

static int told_submit_and_wait(struct io_uring *ring, unsigned count)
{
    look_through(ring);
    struct wait wait = wait_begin(count);
    int result = liburing.io_uring_submit_and_wait(ring, count);
    wait_end(&wait);
    return result;
}

static int told_submit_and_wait_timeout(struct io_uring *ring, struct io_uring_cqe **events, unsigned count,
                                        struct __kernel_timespec *timeout, sigset_t *mask)
{
    sigset_t copy;
    look_through(ring);
    struct wait wait = wait_begin(count);
    int result = liburing.io_uring_submit_and_wait_timeout(ring, events, count, timeout,
                                                           (sigset_t *)wd_own_signal_with(mask, &copy));
    wait_end(&wait);
    return result;
}

static int told_wait_timeout(struct io_uring *ring, struct io_uring_cqe **event, struct __kernel_timespec *timeout)
{
    struct wait wait = wait_begin(1);
    int result = liburing.io_uring_wait_cqe_timeout(ring, event, timeout);
    wait_end(&wait);
    return result;
}

static int told_wait(struct io_uring *ring, struct io_uring_cqe **events, unsigned count,
                     struct __kernel_timespec *timeout, sigset_t *mask)
{
    sigset_t copy;
    struct wait wait = wait_begin(count);
    int result = liburing.io_uring_wait_cqes(ring, events, count, timeout, (sigset_t *)wd_own_signal_with(mask, &copy));
    wait_end(&wait);
    return result;
}

static int told_get(struct io_uring *ring, struct io_uring_cqe **event, unsigned submitted, unsigned count,
                    sigset_t *mask)
{
    sigset_t copy;
    struct wait wait = wait_begin(count);
    int result =
        liburing.__io_uring_get_cqe(ring, event, submitted, count, (sigset_t *)wd_own_signal_with(mask, &copy));
    wait_end(&wait);
    return result;
}

static long told_enter(long ring, long submitted, long awaited, long flags, long argument, long size)
{
    if (submitted > 0)
        wd_own_ring_enters((int)ring);
    struct wait wait = wait_begin(flags & IORING_ENTER_GETEVENTS ? (unsigned)awaited : 0);
    long result = WD_BARE_CALL(SYS_io_uring_enter, ring, submitted, awaited, flags, argument, size);
    wait_end(&wait);
    return result;
}

static int told_submit_and_get_events(struct io_uring *ring)
{
    look_through(ring);
    return liburing.io_uring_submit_and_get_events(ring);
}

static int told_register(struct io_uring *ring, const int *descriptors, unsigned count)
{
    wd_ring_hands_over_all(descriptors, count);
    return liburing.io_uring_register_files(ring, descriptors, count);
}

static int told_register_tags(struct io_uring *ring, const int *descriptors, const __u64 *tags, unsigned count)
{
    wd_ring_hands_over_all(descriptors, count);
    return liburing.io_uring_register_files_tags(ring, descriptors, tags, count);
}

static int told_update(struct io_uring *ring, unsigned from, const int *descriptors, unsigned count)
{
    wd_ring_hands_over_all(descriptors, count);
    return liburing.io_uring_register_files_update(ring, from, descriptors, count);
}

static int told_update_tag(struct io_uring *ring, unsigned from, const int *descriptors, const __u64 *tags,
                           unsigned count)
{
    wd_ring_hands_over_all(descriptors, count);
    return liburing.io_uring_register_files_update_tag(ring, from, descriptors, tags, count);
}

#define LOOK_UP(type, name, parameters) *(void **)&liburing.name = dlsym(RTLD_DEFAULT, #name);

void wd_rings_begin(void)
{
    WRAPPED(LOOK_UP)
    void *program = liburing.io_uring_submit ? dlopen(NULL, RTLD_LAZY) : NULL;
    if (!program)
        return;
    const struct {
        const char *name;
        void *real, *told;
    } functions[] = {
        { "io_uring_submit", (void *)liburing.io_uring_submit, (void *)told_submit },
        { "io_uring_submit_and_wait", (void *)liburing.io_uring_submit_and_wait, (void *)told_submit_and_wait },
        { "io_uring_submit_and_wait_timeout", (void *)liburing.io_uring_submit_and_wait_timeout,
          (void *)told_submit_and_wait_timeout },
        { "io_uring_submit_and_get_events", (void *)liburing.io_uring_submit_and_get_events,
          (void *)told_submit_and_get_events },
        { "io_uring_wait_cqe_timeout", (void *)liburing.io_uring_wait_cqe_timeout, (void *)told_wait_timeout },
        { "io_uring_wait_cqes", (void *)liburing.io_uring_wait_cqes, (void *)told_wait },
        { "__io_uring_get_cqe", (void *)liburing.__io_uring_get_cqe, (void *)told_get },
        { "io_uring_register_files", (void *)liburing.io_uring_register_files, (void *)told_register },
        { "io_uring_register_files_tags", (void *)liburing.io_uring_register_files_tags, (void *)told_register_tags },
        { "io_uring_register_files_update", (void *)liburing.io_uring_register_files_update, (void *)told_update },
        { "io_uring_register_files_update_tag", (void *)liburing.io_uring_register_files_update_tag,
          (void *)told_update_tag },
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].real)
            wd_got_patch(program, functions[i].name, functions[i].told);
    dlclose(program);
}

__attribute__((constructor)) static void begin(void)
{
    __atomic_store_n(&wd_syscall_io_uring_enter, told_enter, __ATOMIC_RELEASE);
}
