/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers.c: who gets an answer that others could take for a request. Prints what each was at work for:
 * "<moment>\t<context>".
 *
 * siblings: a server reads the requests of two clients at once and answers both under the first one's context.
 * strangers: the same, and the other one has had no answer before.
 * relatives: a request is sent by a process and answered in its child's child; the child sends the same context before
 * and after its recording begins.
 * again: a connection has the same addresses as one before, and its client already waits when the server takes it.
 */
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "recorded.h"

#define UID_LENGTH 16
#define REQUEST "GET /named HTTP/1.1\r\n\r\n"

enum moment {
    FIRST,
    OWN,
    ANOTHERS,
    STRANGERS,
    MAIN,
    GRANDCHILD,
    RECORDED,
    AT_SERVER,
    AGAIN = AT_SERVER + 3,
    MOMENTS = AGAIN + 3
};
static const char *const names[MOMENTS] = { "first",      "own",      "another's", "stranger's", "main",
                                            "grandchild", "recorded", "server 1",  "server 2",   "server 3",
                                            "again 1",    "again 2",  "again 3" };
static struct shared {
    volatile int turn;
    char said[MOMENTS][400];
} * shared;

static void until(int turn)
{
    while (shared->turn < turn)
        usleep(500);
}

static void say(int moment)
{
    if (current())
        describe(current(), shared->said[moment], sizeof shared->said[moment]);
}

/* Below no answer's context. */
static __attribute__((noinline)) void ask(int fd, const char *type, const char *request)
{
    end(0);
    begin(type);
    must(write(fd, request, strlen(request)) > 0, "write");
    end(0);
}

static void take_answer(int fd, int moment)
{
    char answer;
    must(read(fd, &answer, 1) == 1, "read");
    say(moment);
}

static pid_t start(void)
{
    pid_t child = fork();
    must(child >= 0, "fork");
    return child;
}

static void answer(int fd)
{
    must(write(fd, "!", 1) == 1, "write");
}

static void siblings(void)
{
    int requests[2], to_one[2], to_other[2];
    char bytes[2];
    must(pipe(requests) == 0 && pipe(to_one) == 0 && pipe(to_other) == 0, "pipe");
    if (start() == 0) {
        must(read(requests[0], bytes, 1) == 1, "read");
        answer(to_other[1]);
        until(3);
        must(read(requests[0], bytes, 2) == 2, "read");
        answer(to_one[1]);
        answer(to_other[1]);
        _exit(0);
    }
    if (start() == 0) {
        until(1);
        ask(requests[1], "a", "x");
        shared->turn = 2;
        take_answer(to_one[0], OWN);
        _exit(0);
    }
    if (start() == 0) {
        ask(requests[1], "a", "x");
        take_answer(to_other[0], FIRST);
        shared->turn = 1;
        until(2);
        ask(requests[1], "a", "x");
        shared->turn = 3;
        take_answer(to_other[0], ANOTHERS);
        _exit(0);
    }
}

static void until_unread(int fd, int bytes)
{
    for (int unread = 0; unread < bytes; usleep(500))
        must(ioctl(fd, FIONREAD, &unread) == 0, "FIONREAD");
}

static void strangers(void)
{
    int requests[2], to_one[2], to_other[2];
    char bytes[2];
    must(pipe(requests) == 0 && pipe(to_one) == 0 && pipe(to_other) == 0, "pipe");
    if (start() == 0) {
        until_unread(requests[0], 2);
        must(read(requests[0], bytes, 2) == 2, "read");
        answer(to_one[1]);
        answer(to_other[1]);
        _exit(0);
    }
    if (start() == 0) {
        ask(requests[1], "d", "x");
        _exit(0);
    }
    if (start() == 0) {
        until_unread(requests[0], 1);
        ask(requests[1], "d", "x");
        take_answer(to_other[0], STRANGERS);
        _exit(0);
    }
}

static int listener_at(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){ .sun_family = AF_UNIX };
    snprintf(address->sun_path, sizeof address->sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    must(fd >= 0 && bind(fd, (struct sockaddr *)address, sizeof *address) == 0 && listen(fd, 8) == 0, path);
    return fd;
}

static int connect_to(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    must(connect(fd, (const struct sockaddr *)address, sizeof *address) == 0, "connect");
    return fd;
}

/* A child that accepts a connection is recorded soon after. */
static void accept_one(void)
{
    struct sockaddr_un address;
    int listener = listener_at("own", &address);
    connect_to(&address);
    must(accept(listener, NULL, NULL) >= 0, "accept");
}

static void serve(int listener)
{
    char bytes[100];
    int fd = accept(listener, NULL, NULL);
    for (int i = 0; read(fd, bytes, sizeof bytes) > 0; i++) {
        say(AT_SERVER + (i < 2 ? i : 2));
        answer(fd);
    }
}

/* Does the child send under another name than its parent by now? */
static int is_recorded(void)
{
    return strncmp(shared->said[AT_SERVER], shared->said[AT_SERVER + 2], UID_LENGTH) != 0;
}

static void relatives(void)
{
    struct sockaddr_un address;
    int listener = listener_at("served", &address);
    if (start() == 0) {
        serve(listener);
        _exit(0);
    }
    int fd = connect_to(&address);
    for (volatile int i = 0; i < 3 || !is_recorded(); i++) { /* volatile: all ask by the same call path */
        if (i == 1 && start() != 0) {
            close(fd);
            return;
        }
        ask(fd, "b", REQUEST);
        if (i == 1 && start() == 0) {
            take_answer(fd, GRANDCHILD);
            _exit(0);
        }
        if (i == 1) {
            wait(NULL);
            accept_one();
        } else
            take_answer(fd, i == 0 ? MAIN : RECORDED);
    }
    _exit(0);
}

static int at_port(in_port_t *port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = *port,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    must(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
             bind(fd, (struct sockaddr *)&address, length) == 0 &&
             getsockname(fd, (struct sockaddr *)&address, &length) == 0,
         "bind");
    *port = address.sin_port;
    return fd;
}

static void again(void)
{
    enum { WAITS_US = 300000 };
    in_port_t served = 0, own = 0;
    int listener = at_port(&served);
    must(listen(listener, 1) == 0, "listen");
    if (start() == 0) {
        char bytes[100];
        for (int i = 0; i < 2; i++) {
            usleep(WAITS_US); /* the client has asked by then */
            for (int fd = accept(listener, NULL, NULL); read(fd, bytes, sizeof bytes) > 0;)
                answer(fd);
        }
        _exit(0);
    }
    if (start() == 0) {
        static const char *const types[] = { "c1", "c2", "c3" };
        struct sockaddr_in to = { .sin_family = AF_INET,
                                  .sin_port = served,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
        struct linger none_waits = { 1, 0 };
        for (int i = 0; i < 2; i++) {
            int fd = at_port(&own);
            must(setsockopt(fd, SOL_SOCKET, SO_LINGER, &none_waits, sizeof none_waits) == 0 &&
                     connect(fd, (struct sockaddr *)&to, sizeof to) == 0,
                 "connect");
            for (int k = 0; k < 3; k++) {
                ask(fd, types[k], REQUEST);
                take_answer(fd, AGAIN + k);
            }
            close(fd);
        }
        _exit(0);
    }
    close(listener);
}

int main(void)
{
    be_recorded();
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    must(shared != MAP_FAILED, "mmap");
    siblings();
    strangers();
    relatives();
    again();
    for (int status; wait(&status) > 0;)
        must(status == 0, "a child has failed");
    for (int i = 0; i < MOMENTS; i++)
        printf("%s\t%s\n", names[i], shared->said[i]);
    return 0;
}
