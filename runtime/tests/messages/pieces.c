/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pieces.c: what a loop receives in other pieces than it was sent. A client sends through a pipe, a loop passes it on
 * through another one, message by message. Prints what the loop was at work for: "<scene>\t<after all was received>\t
 * <after the first was sent>\t<after the second was sent>\t<where the second one has arrived>".
 *
 * cut: the first bytes of a message come behind another one of a different type, the rest comes later.
 * begun: the first bytes of a message come alone.
 * behind: a message comes behind a long one of its type.
 * in place: as cut, and the loop sends both from where it has received them.
 */
#include <poll.h>
#include <string.h>
#include <sys/wait.h>

#include "recorded.h"

#define LONG 6000

struct pipes {
    int requests[2], silent[2], written[2], taken[2], server[2];
};

/* Nothing, of no bytes. */
static __attribute__((noinline)) void send_as(int fd, const char *type, const char *bytes, size_t n)
{
    if (n == 0)
        return;
    end(0);
    begin(type);
    must(write(fd, bytes, n) == (ssize_t)n, "write");
    end(0);
}

struct scene {
    const char *name;
    struct message {
        const char *type, *bytes;
        size_t length;
    } first, second;   /* the first may have no bytes */
    size_t come_first; /* bytes of the second one that are there when the loop receives at first */
    int in_place;
};

/* All by one call: so the pieces of a message have one context. */
static void client(const struct pipes *p, const struct scene *s)
{
    char is_taken;
    const struct message second = s->second, pieces[] = {
        s->first,
        { second.type, second.bytes, s->come_first },
        { second.type, second.bytes + s->come_first, second.length - s->come_first },
    };
    for (int i = 0; i < 3; i++) {
        send_as(p->requests[1], pieces[i].type, pieces[i].bytes, pieces[i].length);
        if (i == 1)
            must(write(p->written[1], "!", 1) == 1 && read(p->taken[0], &is_taken, 1) == 1, "turns");
    }
}

/* Who polls two descriptors is a loop. */
static void take(const struct pipes *p, char *to, size_t n)
{
    struct pollfd wanted[2] = { { .fd = p->requests[0], .events = POLLIN }, { .fd = p->silent[0], .events = POLLIN } };
    must(poll(wanted, 2, -1) == 1, "poll");
    must(read(p->requests[0], to, n) == (ssize_t)n, "read");
}

static void say_context(void)
{
    char text[400] = "nothing";
    if (current())
        describe(current(), text, sizeof text);
    printf("\t%s", text);
}

static void loop(const struct pipes *p, const struct scene *s)
{
    size_t at_first = s->first.length + s->come_first, later = s->second.length - s->come_first;
    char is_written, *bytes = malloc(at_first + later), *second = malloc(s->second.length);
    must(read(p->written[0], &is_written, 1) == 1, "read");
    take(p, bytes, at_first);
    must(write(p->taken[1], "!", 1) == 1, "write");
    if (later > 0)
        take(p, bytes + at_first, later);
    memcpy(second, bytes + s->first.length, s->second.length);
    printf("%s", s->name);
    say_context();
    if (s->first.length > 0)
        must(write(p->server[1], bytes, s->first.length) > 0, "write");
    say_context();
    must(write(p->server[1], s->in_place ? bytes + s->first.length : second, s->second.length) > 0, "write");
    say_context();
}

static void play(const struct scene *s)
{
    struct pipes p;
    must(pipe(p.requests) == 0 && pipe(p.silent) == 0 && pipe(p.written) == 0 && pipe(p.taken) == 0 &&
             pipe(p.server) == 0,
         "pipe");
    fflush(stdout);
    if (fork() == 0) {
        client(&p, s);
        _exit(0);
    }
    if (fork() == 0) {
        loop(&p, s);
        exit(0);
    }
    for (int status; wait(&status) > 0;)
        must(status == 0, "a child has failed");
    char *bytes = malloc(s->first.length + s->second.length);
    if (s->first.length > 0)
        must(read(p.server[0], bytes, s->first.length) > 0, "read");
    must(read(p.server[0], bytes, s->second.length) > 0, "read");
    say_context();
    printf("\n");
    end(0);
}

int main(void)
{
    be_recorded();
    static char filler[LONG];
    memset(filler, '.', sizeof filler);
    static const char one[] = "the first one, for somebody else.", other[] = "And the second message, for another.";
    enum { ONE = sizeof one - 1, OTHER = sizeof other - 1, FEW = 7 };
    play(&(struct scene){ "cut", { "a", one, ONE }, { "b", other, OTHER }, FEW, 0 });
    play(&(struct scene){ "in place", { "a", one, ONE }, { "b", other, OTHER }, FEW, 1 });
    play(&(struct scene){ "begun", { "a", one, 0 }, { "b", other, OTHER }, FEW, 0 });
    play(&(struct scene){ "behind", { "a", filler, LONG }, { "a", other, OTHER }, OTHER, 0 });
    return 0;
}
