/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair.c: the paper's figures 6 and 7: a caller whose requests come by way of
 * foo and bar, and a callee that works for both. The request's letter says which.
 *
 *   pair callee KIND ADDRESS          answers until its caller is gone
 *   pair caller KIND ADDRESS ROUNDS   sends ROUNDS requests by each of foo and bar
 *   pair both KIND ROUNDS             a callee that is a forked child: socketpair, seqpair, dgrampair, pipe
 *
 * KIND: tcp, tcp6, unix, seqpacket, fifo, udp. Each says on standard output under which context it was at work for
 * which letter: "<role> <letter> <context> <path>", and its uid. The callee burns CPU for "f" three times as long.
 */
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BURN_NS 2000000

static uint32_t (*current)(void);
static size_t (*describe)(uint32_t context, char *out, size_t size);
static const char *role;

static struct {
    char letter;
    uint32_t context;
} seen[256];
static size_t seen_count;

/* Once for each pair. */
static void tell(char letter)
{
    char path[4096] = "";
    uint32_t context = current ? current() : 0;
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i].letter == letter && seen[i].context == context)
            return;
    seen[seen_count].letter = letter;
    seen[seen_count++].context = context;
    if (context)
        describe(context, path, sizeof path);
    dprintf(STDERR_FILENO, "%s %c %u %s\n", role, letter, context, path);
}

static __attribute__((noinline)) void burn(uint64_t ns)
{
    struct timespec t;
    uint64_t end = 0, now;
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
        end = end ? end : now + ns;
    } while (now < end);
}

struct ends {
    int in, out;
};

static void fail(const char *what)
{
    perror(what);
    _exit(1);
}

static void put(const struct ends *ends, const char *text)
{
    if (write(ends->out, text, strlen(text)) != (ssize_t)strlen(text))
        fail("write");
}

static int get(const struct ends *ends, char *text, size_t size)
{
    ssize_t n = read(ends->in, text, size - 1);
    if (n < 0 && errno != ECONNRESET)
        fail("read");
    text[n > 0 ? n : 0] = 0;
    return n > 0;
}

static void serve(const struct ends *ends)
{
    char text[64];
    while (get(ends, text, sizeof text)) {
        if (text[0] == 'q') /* of kinds that have no end */
            break;
        tell(text[0]);
        burn(text[0] == 'f' ? 3 * BURN_NS : BURN_NS);
        put(ends, text);
    }
}

static __attribute__((noinline)) void ask(const struct ends *ends, const char *text)
{
    char answer[64];
    put(ends, text);
    if (!get(ends, answer, sizeof answer) || strcmp(answer, text) != 0)
        fail("answer");
    tell(text[0]);
    burn(BURN_NS);
    __asm__ volatile("" ::: "memory");
}

static __attribute__((noinline)) void foo(const struct ends *ends)
{
    ask(ends, "foo");
    __asm__ volatile("" ::: "memory");
}

static __attribute__((noinline)) void bar(const struct ends *ends)
{
    ask(ends, "bar");
    __asm__ volatile("" ::: "memory");
}

static void call(const struct ends *ends, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        foo(ends);
        bar(ends);
        if (i % 3 == 0)
            bar(ends);
    }
}

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
};

static socklen_t address_of(const char *kind, const char *text, union address *a)
{
    memset(a, 0, sizeof *a);
    if (strcmp(kind, "unix") == 0 || strcmp(kind, "seqpacket") == 0) {
        a->local.sun_family = AF_UNIX;
        snprintf(a->local.sun_path, sizeof a->local.sun_path, "%s", text);
        if (text[0] == '@')
            a->local.sun_path[0] = 0;
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(text) + (text[0] != '@'));
    }
    if (strcmp(kind, "tcp6") == 0) {
        a->v6.sin6_family = AF_INET6;
        a->v6.sin6_port = htons((uint16_t)atoi(text));
        inet_pton(AF_INET6, "::1", &a->v6.sin6_addr);
        return sizeof a->v6;
    }
    a->v4.sin_family = AF_INET;
    a->v4.sin_port = htons((uint16_t)atoi(text));
    inet_pton(AF_INET, "127.0.0.1", &a->v4.sin_addr);
    return sizeof a->v4;
}

static struct ends open_fifos(const char *address, int is_callee)
{
    char request[256], answer[256];
    snprintf(request, sizeof request, "%s.request", address);
    snprintf(answer, sizeof answer, "%s.answer", address);
    mkfifo(request, 0600);
    mkfifo(answer, 0600);
    struct ends ends;
    if (is_callee) {
        ends.in = open(request, O_RDONLY);
        ends.out = open(answer, O_WRONLY);
    } else {
        ends.out = open(request, O_WRONLY);
        ends.in = open(answer, O_RDONLY);
    }
    if (ends.in < 0 || ends.out < 0)
        fail("fifo");
    return ends;
}

static int socket_for(const char *kind, const union address *a)
{
    int type = strcmp(kind, "seqpacket") == 0 ? SOCK_SEQPACKET : SOCK_STREAM;
    int fd = socket(a->any.sa_family, type, 0), one = 1;
    if (fd < 0)
        fail("socket");
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    return fd;
}

static void udp_callee(const union address *a, socklen_t length)
{
    char text[64];
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(fd, &a->any, length) != 0)
        fail("bind");
    printf("ready\n");
    fflush(stdout);
    for (;;) {
        union address from;
        socklen_t size = sizeof from;
        ssize_t n = recvfrom(fd, text, sizeof text - 1, 0, &from.any, &size);
        if (n <= 0 || text[0] == 'q')
            return;
        text[n] = 0;
        tell(text[0]);
        burn(text[0] == 'f' ? 3 * BURN_NS : BURN_NS);
        sendto(fd, text, (size_t)n, 0, &from.any, size);
    }
}

static void callee(const char *kind, const char *address)
{
    union address a;
    socklen_t length = address_of(kind, address, &a);
    if (strcmp(kind, "udp") == 0) {
        udp_callee(&a, length);
        return;
    }
    if (strcmp(kind, "fifo") == 0) {
        struct ends ends = open_fifos(address, 1);
        serve(&ends);
        return;
    }
    int listener = socket_for(kind, &a);
    if (bind(listener, &a.any, length) != 0 || listen(listener, 8) != 0)
        fail("bind");
    for (int i = 0; i < 2; i++) { /* the second connection may have the numbers of the first */
        struct ends ends;
        ends.in = ends.out = accept(listener, NULL, NULL);
        serve(&ends);
        close(ends.in);
    }
}

static void caller(const char *kind, const char *address, int rounds)
{
    union address a;
    socklen_t length = address_of(kind, address, &a);
    if (strcmp(kind, "fifo") == 0) {
        struct ends ends = open_fifos(address, 0);
        call(&ends, rounds);
        put(&ends, "q");
        return;
    }
    for (int i = 0; i < 2; i++) {
        int fd = strcmp(kind, "udp") == 0 ? socket(AF_INET, SOCK_DGRAM, 0) : socket_for(kind, &a);
        for (int tries = 0; connect(fd, &a.any, length) != 0; tries++) {
            if (tries == 200)
                fail("connect");
            usleep(20000);
            if (strcmp(kind, "udp") != 0) {
                close(fd);
                fd = socket_for(kind, &a);
            }
        }
        struct ends ends = { fd, fd };
        call(&ends, rounds / 2);
        if (strcmp(kind, "udp") == 0 && i == 1)
            put(&ends, "q");
        close(fd);
    }
}

static void both(const char *kind, int rounds)
{
    int there[2], back[2];
    int is_pipe = strcmp(kind, "pipe") == 0;
    int type = strcmp(kind, "seqpair") == 0     ? SOCK_SEQPACKET
               : strcmp(kind, "dgrampair") == 0 ? SOCK_DGRAM
                                                : SOCK_STREAM;
    if (is_pipe ? pipe(there) || pipe(back) : socketpair(AF_UNIX, type, 0, there))
        fail(kind);
    struct ends callee_ends = { there[0], is_pipe ? back[1] : there[0] };
    struct ends caller_ends = { is_pipe ? back[0] : there[1], there[1] };
    pid_t child = fork();
    if (child == 0) {
        role = "callee";
        close(caller_ends.out);
        serve(&callee_ends);
        exit(0);
    }
    close(callee_ends.in);
    if (is_pipe)
        close(callee_ends.out);
    call(&caller_ends, rounds);
    put(&caller_ends, "q");
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    *(void **)&current = dlsym(RTLD_DEFAULT, "whodunit_current");
    *(void **)&describe = dlsym(RTLD_DEFAULT, "whodunit_describe");
    signal(SIGPIPE, SIG_IGN);
    role = strcmp(argv[1], "callee") == 0 ? "callee" : "caller";
    if (argc == 4 && strcmp(argv[1], "callee") == 0)
        callee(argv[2], argv[3]);
    else if (argc == 5 && strcmp(argv[1], "caller") == 0)
        caller(argv[2], argv[3], atoi(argv[4]));
    else if (argc == 4 && strcmp(argv[1], "both") == 0)
        both(argv[2], atoi(argv[3]));
    else
        return 2;
    return 0;
}
