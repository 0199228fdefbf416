/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rings.c: messages of which io_uring sends, or receives, the second one. Prints what the reader was at work for:
 * "<how> <message>\t<context>". Ends with 77 where io_uring is not to be had.
 *
 * usage: rings submit|register
 */
#include <liburing.h>
#include <string.h>
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

static void send_under(const char *type, int fd, int rings, int is_registered)
{
    char bytes[SIZE] = "";
    strcpy(bytes, type);
    uint32_t before = begin(type);
    int n = rings ? by_ring(fd, 1, bytes, is_registered) : (int)write(fd, bytes, SIZE);
    end(before);
    must(n == SIZE, "send");
}

static void receive(const char *how, int fd, int rings, int is_registered)
{
    char bytes[SIZE], text[400] = "";
    int n = rings ? by_ring(fd, 0, bytes, is_registered) : (int)read(fd, bytes, SIZE);
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
    int is_registered = count == 2 && strcmp(arguments[1], "register") == 0;
    three("sent", 1, is_registered);
    three("received", 0, is_registered);
    return 0;
}
