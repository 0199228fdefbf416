/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rings.c: messages of which io_uring sends, or receives, the second one. Prints what the reader was at work for:
 * "<how> <message>\t<context>". Ends with 77 where io_uring is not to be had.
 *
 * usage: rings submit|register [own]
 *
 * own: the ring is made by syscall(), without liburing. What it is still to do ends when it is closed.
 */
#include <liburing.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "recorded.h"

#define SIZE 16
#define SKIPPED 77

/* Past all that looks on: whose turn it is. */
static void give(int fd)
{
    must(syscall(SYS_write, fd, "", 1UL) == 1, "give");
}

static void take(int fd)
{
    char byte;
    must(syscall(SYS_read, fd, &byte, 1UL) == 1, "take");
}

static int by_ring(int fd, int sends, char *bytes, int is_registered)
{
    struct io_uring ring;
    must(io_uring_queue_init(4, &ring, 0) == 0, "io_uring_queue_init");
    must(!is_registered || io_uring_register_files(&ring, &fd, 1) == 0, "io_uring_register_files");
    struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
    int target = is_registered ? 0 : fd;
    if (sends)
        io_uring_prep_send(entry, target, bytes, SIZE, 0);
    else
        io_uring_prep_recv(entry, target, bytes, SIZE, 0);
    entry->flags |= is_registered ? IOSQE_FIXED_FILE : 0;
    struct io_uring_cqe *done;
    must(io_uring_submit(&ring) == 1 && io_uring_wait_cqe(&ring, &done) == 0, "io_uring_submit");
    int n = done->res;
    io_uring_cqe_seen(&ring, done);
    io_uring_queue_exit(&ring);
    return n;
}

struct own_ring {
    int fd;
    struct io_uring_params about;
    char *queue;
    struct io_uring_sqe *entries;
};

static void *map(int fd, size_t size, uint64_t offset)
{
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, (off_t)offset);
    must(at != MAP_FAILED, "mmap");
    return at;
}

static size_t queue_size(const struct own_ring *ring)
{
    size_t asked = ring->about.sq_off.array + ring->about.sq_entries * sizeof(unsigned);
    size_t done = ring->about.cq_off.cqes + ring->about.cq_entries * sizeof(struct io_uring_cqe);
    return asked > done ? asked : done;
}

static unsigned *number_at(const struct own_ring *ring, unsigned offset)
{
    return (unsigned *)(void *)(ring->queue + offset);
}

static void make(struct own_ring *ring)
{
    *ring = (struct own_ring){ .fd = -1 };
    ring->fd = (int)syscall(SYS_io_uring_setup, 4, &ring->about);
    must(ring->fd >= 0 && (ring->about.features & IORING_FEAT_SINGLE_MMAP), "io_uring_setup");
    ring->queue = map(ring->fd, queue_size(ring), IORING_OFF_SQ_RING);
    ring->entries = map(ring->fd, ring->about.sq_entries * sizeof *ring->entries, IORING_OFF_SQES);
}

static void submit(struct own_ring *ring, const struct io_uring_sqe *entry, unsigned awaited)
{
    unsigned *tail = number_at(ring, ring->about.sq_off.tail);
    ring->entries[*tail & 3] = *entry;
    number_at(ring, ring->about.sq_off.array)[*tail & 3] = *tail & 3;
    __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
    must(syscall(SYS_io_uring_enter, ring->fd, 1, awaited, IORING_ENTER_GETEVENTS, NULL, 0) == 1, "io_uring_enter");
}

static void unmake(struct own_ring *ring)
{
    munmap(ring->queue, queue_size(ring));
    munmap(ring->entries, ring->about.sq_entries * sizeof *ring->entries);
    close(ring->fd);
}

static int by_own_ring(int fd, int sends, char *bytes, int is_registered)
{
    struct own_ring ring;
    make(&ring);
    must(!is_registered || syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_FILES, &fd, 1) == 0, "register");
    struct io_uring_sqe entry = { 0 };
    if (sends)
        io_uring_prep_send(&entry, is_registered ? 0 : fd, bytes, SIZE, 0);
    else
        io_uring_prep_recv(&entry, is_registered ? 0 : fd, bytes, SIZE, 0);
    entry.flags |= is_registered ? IOSQE_FIXED_FILE : 0;
    submit(&ring, &entry, 1);
    const struct io_uring_cqe *done = (const void *)(ring.queue + ring.about.cq_off.cqes);
    int n = done->res;
    unmake(&ring);
    return n;
}

/* The ring holds the socket's file open for as long as it is to receive there. */
static void closed_while_it_receives(void)
{
    int ends[2];
    char bytes[SIZE];
    struct own_ring ring;
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair");
    make(&ring);
    struct io_uring_sqe entry = { 0 };
    io_uring_prep_recv(&entry, ends[1], bytes, SIZE, 0);
    submit(&ring, &entry, 0);
    unmake(&ring);
    close(ends[1]);
    struct pollfd end = { .fd = ends[0], .events = POLLIN };
    must(poll(&end, 1, 20000) == 1 && read(ends[0], bytes, SIZE) == 0, "the end");
}

static int (*moves)(int fd, int sends, char *bytes, int is_registered) = by_ring;

static void send_under(const char *type, int fd, int rings, int is_registered)
{
    char bytes[SIZE] = "";
    strcpy(bytes, type);
    uint32_t before = begin(type);
    int n = rings ? moves(fd, 1, bytes, is_registered) : (int)write(fd, bytes, SIZE);
    end(before);
    must(n == SIZE, "send");
}

static void receive(const char *how, int fd, int rings, int is_registered)
{
    char bytes[SIZE], text[400] = "";
    int n = rings ? moves(fd, 0, bytes, is_registered) : (int)read(fd, bytes, SIZE);
    must(n == SIZE, "receive");
    if (current())
        describe(current(), text, sizeof text);
    if (!rings)
        printf("%s %s\t%s\n", how, bytes, text);
}

/* The first message is read before the others are sent; these are sent before they are read. */
static void three(const char *how, int sends_by_ring, int is_registered)
{
    int ends[2], turn[2], done[2];
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && syscall(SYS_pipe2, turn, 0) == 0 &&
             syscall(SYS_pipe2, done, 0) == 0,
         "socketpair");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        receive(how, ends[1], 0, 0);
        give(done[1]);
        take(turn[0]);
        receive(how, ends[1], !sends_by_ring, is_registered);
        receive(how, ends[1], 0, 0);
        exit(0);
    }
    send_under("first", ends[0], 0, 0);
    take(done[0]);
    send_under("second", ends[0], sends_by_ring, is_registered);
    send_under("third", ends[0], 0, 0);
    give(turn[1]);
    int status;
    must(waitpid(child, &status, 0) == child && status == 0, "child");
}

int main(int count, char **arguments)
{
    struct io_uring ring;
    if (io_uring_queue_init(4, &ring, 0) != 0)
        return SKIPPED;
    io_uring_queue_exit(&ring);
    be_recorded();
    int is_registered = count > 1 && strcmp(arguments[1], "register") == 0;
    if (count > 2) {
        closed_while_it_receives();
        moves = by_own_ring;
    }
    three("sent", 1, is_registered);
    three("received", 0, is_registered);
    return 0;
}
